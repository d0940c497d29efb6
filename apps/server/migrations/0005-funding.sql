-- Payment methods, and charges on them.

-- What the rail gave for a card or account; never the number itself.
create table public.payment_methods (
  id             uuid        primary key,
  user_id        uuid        not null references public.users,
  rail_token     text        not null,
  type           text        not null check (type in ('card', 'bank')),
  brand          text,
  last4          text,
  expiry         text,
  name           text,
  account_number text,
  is_default     boolean     not null,
  created_at     timestamptz not null default now(),
  removed_at     timestamptz
);

create index payment_methods_by_user on public.payment_methods (user_id) where removed_at is null;
create unique index one_default_payment_method on public.payment_methods (user_id)
  where is_default and removed_at is null;

-- Money asked from a card. The row is written before the rail is called and the ledger is posted to after: whatever
-- stops in between is taken up again from here, with the same id, so that neither side does it twice.
create table public.charges (
  id                uuid           primary key,      -- digest of user, call and idempotency key; the entry's key too
  user_id           uuid           not null references public.users,
  request_hash      bigint         not null,
  payment_method_id uuid           not null references public.payment_methods,
  amount            numeric(38, 0) not null check (amount > 0),
  asset             text           not null,
  purpose           text           not null check (purpose in ('deposit', 'buy')),
  details           jsonb          not null,         -- what the entry needs that must not change between attempts
  state             text           not null check (state in ('started', 'declined', 'charged', 'posted', 'refunded')),
  working_until     timestamptz    not null,         -- another attempt may begin after this
  created_at        timestamptz    not null default now()
);

create index unfinished_charges on public.charges (working_until) where state in ('started', 'charged');

grant select, insert, update on public.payment_methods, public.charges to florin_app;
