-- Keeps operators in office until the transaction ends, and returns the ids of those who are operators.
create or replace function public.lock_operators(ids uuid[]) returns setof uuid
language sql volatile security definer set search_path = pg_catalog, pg_temp as $$
  select u.id from public.users u where u.id = any (ids) and u.role = 'operator' and u.disabled_at is null
  order by u.id for share
$$;

revoke execute on function public.lock_operators from public;
grant execute on function public.lock_operators to florin_app;
