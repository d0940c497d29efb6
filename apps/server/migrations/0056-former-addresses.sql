-- An address that a member had before goes on leading to them, and other members keep the address they knew
-- (docs/decisions/0065).

-- Addresses that lead to a member besides the current one. The member may give one up; closing the account ends all.
create table public.former_addresses (
  email   text        primary key check (email = lower(email)),
  user_id uuid        not null references public.users,
  since   timestamptz not null default now()      -- when another address took its place
);

create index former_addresses_by_user on public.former_addresses (user_id);

-- The address by which a member (the viewer) knows another one who has changed theirs. Without a row it is the current one.
create table public.known_addresses (
  viewer_id uuid not null,
  person_id uuid not null,
  email     text not null,
  primary key (viewer_id, person_id)
);

create index known_addresses_by_person on public.known_addresses (person_id);

-- Each address that leads to a member.
create view public.addresses with (security_invoker = true) as
  select email, id as user_id, true as current from public.users
  union all
  select email, user_id, false from public.former_addresses;

-- An address leads to one member at most. The check runs after the unique index has waited for other transactions, so it
-- sees what they committed; the error is that of a taken address.
create function public.refuse_former_address() returns trigger
language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  if exists (select from public.former_addresses f where f.email = new.email and f.user_id <> new.id) then
    raise unique_violation using message = 'this address leads to another member';
  end if;
  return null;
end $$;

create trigger refuse_former_address_insert after insert on public.users
  for each row execute function public.refuse_former_address();
create trigger refuse_former_address_update after update of email on public.users
  for each row when (old.email is distinct from new.email) execute function public.refuse_former_address();

-- A request that was made to a former address stays with the member who was asked, also after they gave the address up.
alter table public.payment_requests add column asked_id uuid;
create index payment_requests_by_asked on public.payment_requests (asked_id, created_at) where asked_id is not null;

-- Nodes cache who an address leads to (docs/decisions/0050).
create constraint trigger note_removal after delete on public.former_addresses
  deferrable initially deferred for each row execute function public.note_identity_change('user_id');

grant select, insert, delete on public.former_addresses to florin_app;
grant select, insert, update, delete on public.known_addresses to florin_app;
grant select on public.addresses to florin_app;
