-- Keeps operators in office until the transaction ends. Returns the given ids that belong to operators.
create or replace function public.lock_operators(ids uuid[]) returns setof uuid
language sql volatile security definer set search_path = pg_catalog, pg_temp as $$
  select u.id from public.users u where u.id = any (ids) and u.role = 'operator' and u.disabled_at is null
  order by u.id for share
$$;

-- Returns whether a person's session is still open, and keeps it from a password reset until the transaction ends.
create or replace function public.lock_session(person uuid, session uuid) returns boolean
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform from public.users u where u.id = person for share;
  return exists (select from public.sessions s where s.id = session); -- a statement of its own sees it as of after the lock
end $$;

revoke execute on function public.lock_operators, public.lock_session from public;
grant execute on function public.lock_operators, public.lock_session to florin_app;
