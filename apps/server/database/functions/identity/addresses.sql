-- An address leads to one member at most.

-- Rejects an address that is another member's former address, with the error of a taken address. The check runs after the
-- unique index has waited for other transactions, so it sees what they committed.
create or replace function public.reject_former_address() returns trigger
language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  if exists (select from public.former_addresses f where f.email = new.email and f.user_id <> new.id) then
    raise unique_violation using message = 'this address leads to another member';
  end if;
  return null;
end $$;

create or replace trigger reject_former_address_insert after insert on public.users
  for each row execute function public.reject_former_address();

create or replace trigger reject_former_address_update after update of email on public.users
  for each row when (old.email is distinct from new.email) execute function public.reject_former_address();
