-- Payment methods, and charges on them.

-- What the payment rail returned for a card or bank account; never the number itself.
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
  removed_at     timestamptz,
  usable_from    timestamptz not null default now(),       -- withdrawals to this bank account start here
  review_since   timestamptz                               -- waits for its owner to keep it after a password reset
);

create index payment_methods_by_user on public.payment_methods (user_id) where removed_at is null;
create unique index one_default_payment_method on public.payment_methods (user_id)
  where is_default and removed_at is null;

-- Money requested from a card. The server writes the row before it calls the rail and posts to the ledger after. After any
-- interruption it continues from the row with the same id, so neither side acts twice.
create table public.charges (
  id                uuid           primary key,            -- digest of user, call and idempotency key; the entry's key too
  user_id           uuid           not null references public.users,
  request_hash      bigint         not null,
  payment_method_id uuid           not null references public.payment_methods,
  amount            numeric(38, 0) not null check (amount > 0),
  asset             text           not null,
  purpose           text           not null check (purpose in ('deposit', 'buy')),
  details           jsonb          not null,               -- what must not change between attempts
  state             text           not null check (state in ('started', 'declined', 'charged', 'posted', 'refunded')),
  working_until     timestamptz    not null,               -- another attempt may begin after this
  created_at        timestamptz    not null default now()
);

create index unfinished_charges on public.charges (working_until) where state in ('started', 'charged');
-- Members are notified of refunds; there are few.
create index refunded_charges on public.charges (user_id) where state = 'refunded';

grant select, insert, update on public.payment_methods, public.charges to florin_app;
