-- Each address that leads to a member.
create or replace view public.addresses with (security_invoker = true) as
  select email, id as user_id, true as current from public.users
  union all
  select email, user_id, false from public.former_addresses;

grant select on public.addresses to florin_app;
