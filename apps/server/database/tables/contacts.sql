-- The recipients of a member's payments, and people that the member added.
create table public.contacts (
  id           uuid        primary key,
  user_id      uuid        not null references public.users,
  email        text        not null check (email = lower(email)),
  name         text        not null,
  favorite     boolean     not null default false,
  last_sent_at timestamptz,
  created_at   timestamptz not null default now(),
  -- The recipient of the last payment: a member, or an invitee where the address had no account. The address may have
  -- another holder today.
  sent_to      uuid,
  unique (user_id, email)
);

-- A change of address and a closed account are searched for in everyone's contacts.
create index contacts_by_email on public.contacts (email);

grant select, insert, update, delete on public.contacts to florin_app;
