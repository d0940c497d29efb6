-- Payments by card on the pages of a card processor.

-- A deposit on the processor's page has no saved method. `waiting`: the member is at the processor.
alter table public.charges alter column payment_method_id drop not null;
alter table public.charges drop constraint charges_state_check;
alter table public.charges add constraint charges_state_check
  check (state in ('started', 'waiting', 'declined', 'charged', 'posted', 'refunded'));
alter table public.charges add column processor_id text;
alter table public.charges add column payment_id text;
alter table public.charges add column ask_after timestamptz;

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
  paid_amount      numeric(38, 0) not null,                 -- what the card paid or got back, in its own currency
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

-- How far the movements were read.
create table public.card_reading (
  only_row   boolean     primary key default true check (only_row),
  opened_at  timestamptz not null,                          -- what moved before is in the opening balance
  read_until timestamptz not null
);

grant select, insert, update on
  public.card_setups, public.card_transactions, public.card_payouts, public.card_reading to florin_app;
grant select, insert, update, delete on public.card_customers to florin_app;

-- A payout of the card processor on a bank statement.
alter table public.bank_lines add column card_payout text;
alter table public.bank_lines drop constraint bank_lines_match_check;
alter table public.bank_lines add constraint bank_lines_match_check check (match in (
  'deposit', 'unallocated', 'bank-fee', 'own-funds', 'payout', 'return', 'explained', 'card-payout'));
create unique index bank_lines_by_card_payout on public.bank_lines (card_payout) where card_payout is not null;
