-- Payment methods, and charges on them.

-- The payment rail's token for a card or bank account, never the number itself.
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
  review_since   timestamptz,                              -- waits for its owner to keep it after a password reset
  currency       text,                                     -- of a bank account that its owner named by its number
  account_details bytea,                                   -- encrypted: its number
  number_digest  bytea,                                    -- keyed digest of its number
  added_by       uuid        references public.users       -- the person, also for a business; null: added before this was stored
);

create index payment_methods_by_user on public.payment_methods (user_id) where removed_at is null;
create index payment_methods_added_for_businesses on public.payment_methods (added_by) where added_by <> user_id;
create unique index one_default_payment_method on public.payment_methods (user_id)
  where is_default and removed_at is null;

-- A member names the same bank account once. Accounts from before this rule have no digest.
create unique index bank_accounts_are_named_once on public.payment_methods (user_id, number_digest)
  where removed_at is null and number_digest is not null;

-- Money requested from a card. The server writes the row before it calls the rail and posts to the ledger after. After
-- any interruption the server continues from the row with the same id, so neither side acts twice.
create table public.charges (
  id                uuid           primary key,            -- digest of user, call and idempotency key; the entry's key too
  user_id           uuid           not null references public.users,
  request_hash      bigint         not null,
  payment_method_id uuid           references public.payment_methods,  -- null: on the processor's page
  amount            numeric(38, 0) not null check (amount > 0),
  asset             text           not null,
  purpose           text           not null check (purpose in ('deposit', 'buy')),
  details           jsonb          not null,               -- details that must not change between attempts
  state             text           not null check (state in ('started', 'waiting', 'declined', 'charged', 'posted', 'refunded')),
  working_until     timestamptz    not null,               -- another attempt may begin after this
  created_at        timestamptz    not null default now(),
  processor_id      text,                                  -- the card processor's page about the charge
  payment_id        text,                                  -- the processor's payment, which refunds name
  ask_after         timestamptz                            -- of a waiting charge: when to ask the processor
);

create index unfinished_charges on public.charges (working_until) where state in ('started', 'charged');
-- Members are notified of refunds; there are few.
create index refunded_charges on public.charges (user_id) where state = 'refunded';
create unique index charges_by_payment on public.charges (payment_id) where payment_id is not null;
create index waiting_charges on public.charges (ask_after) where state = 'waiting';

-- A member at the card processor.
create table public.card_customers (
  user_id     uuid        primary key references public.users,
  customer_id text        not null,
  forgotten   boolean     not null default false            -- the account was closed: delete it at the processor
);

-- A card that is being saved on the processor's page.
create table public.card_setups (
  id           uuid        primary key,
  user_id      uuid        not null references public.users,
  processor_id text,
  state        text        not null check (state in ('waiting', 'saved', 'not_saved')),
  method_id    uuid        references public.payment_methods,
  ask_after    timestamptz not null,
  created_at   timestamptz not null default now()
);

create index waiting_card_setups on public.card_setups (ask_after) where state = 'waiting';

-- The movements on the balance at the card processor, each booked once.
create table public.card_transactions (
  id               text           primary key,              -- the processor's
  kind             text           not null check (kind in ('charge', 'refund', 'dispute', 'payout', 'fee', 'other')),
  source           text,                                    -- the refund, dispute or payout
  payment_id       text,
  amount           numeric(38, 0) not null,                 -- signed, without the fee
  asset            text           not null,
  fee              numeric(38, 0) not null,
  paid_amount      numeric(38, 0) not null,                 -- paid or given back by the card, in its own currency
  paid_asset       text           not null,
  at               timestamptz    not null,
  booked           boolean        not null default false
);

create index card_transactions_to_book on public.card_transactions (at) where not booked;

-- Money that the card processor pays to a bank account of the operator.
create table public.card_payouts (
  id         text           primary key,                    -- the processor's
  amount     numeric(38, 0) not null,
  asset      text           not null,
  descriptor text,                                          -- the text on the bank statement
  trace      text,                                          -- the bank's reference
  failed     boolean        not null
);

-- The time up to which the movements were read.
create table public.card_reading (
  only_row   boolean     primary key default true check (only_row),
  opened_at  timestamptz not null,                          -- the opening balance contains the earlier movements
  read_until timestamptz not null
);

grant select, insert, update on public.payment_methods, public.charges to florin_app;
grant select, insert, update on
  public.card_setups, public.card_transactions, public.card_payouts, public.card_reading to florin_app;
grant select, insert, update, delete on public.card_customers to florin_app;
