-- Payments that a member uploads as one CSV file. The bytes of the file identify the batch, so a repeated upload finds
-- the same batch.
create table public.batch_payouts (
  id          uuid        primary key,
  owner_id    uuid        not null references public.users,
  digest      bytea       not null,                 -- SHA-256 of the file
  file_name   text        not null,
  state       text        not null check (state in ('invalid', 'ready', 'waiting', 'running', 'stopped', 'finished')),
  uploaded_by uuid        not null references public.users,
  uploaded_at timestamptz not null default now(),
  started_by  uuid        references public.users,  -- pays its rows
  started_key uuid        references public.api_keys on delete set null,  -- the API key that started it
  by_key      boolean     not null default false,
  start_key   uuid,                                 -- the idempotency key of the last start
  started_at  timestamptz,
  approval_id uuid,                                 -- of the last start
  approved    boolean     not null default false,   -- others have approved the last start
  ended_at    timestamptz,
  reason      text,                                 -- why it stopped, or why its start was not approved
  uploaded_key uuid       references public.api_keys on delete set null,  -- the API key that uploaded it, made by `uploaded_by`
  unique (owner_id, digest),
  check (state in ('invalid', 'ready') or started_by is not null)
);

create index batch_payouts_by_owner on public.batch_payouts (owner_id, uploaded_at, id);
create index batch_payouts_to_run on public.batch_payouts (started_at) where state in ('waiting', 'running');

-- A row's payment has a key made of the batch's id and the row's number, so the ledger posts it once.
create table public.batch_payout_rows (
  batch_id       uuid           not null references public.batch_payouts on delete cascade,
  number         int            not null check (number > 1),       -- in the file; the header is row 1
  recipient      text           not null,                       -- the cells as the file has them
  amount_text    text           not null,
  currency_text  text           not null,
  note           text           not null,
  reference      text           not null,
  kind           text           check (kind in ('send', 'withdrawal')),
  target         text,                                          -- the canonical address, or the payment method's id
  shown          text           not null,                       -- the address, or the bank account's masked number
  amount         numeric(38, 0) check (amount > 0),
  currency       text,
  errors         jsonb          not null default '[]',
  warnings       jsonb          not null default '[]',
  state          text           not null check (state in ('invalid', 'ready', 'paid', 'failed', 'not_run')),
  due            boolean        not null default false,         -- part of the start that runs or waits
  message        text,
  transaction_id text,
  paid_at        timestamptz,
  primary key (batch_id, number),
  check (state = 'invalid' or num_nulls(kind, target, amount, currency) = 0),
  check ((state = 'paid') = (paid_at is not null))
);

create index batch_payout_rows_due on public.batch_payout_rows (batch_id, number) where due;

-- An idempotency key starts a batch at most once. A finished start stores the state at its end, for its event, because
-- a retry changes the batch and its rows.
create table public.batch_payout_starts (
  batch_id   uuid        not null references public.batch_payouts on delete cascade,
  start_key  uuid        not null,
  started_by uuid        not null references public.users,
  started_at timestamptz not null,
  ended_at   timestamptz,
  state      text        check (state in ('stopped', 'finished')),
  reason     text,
  row_sums   jsonb,                                 -- counts and amounts of the rows by state
  balances   jsonb,                                 -- what was available in each currency
  taken_back text,                                  -- why it counts no more: someone behind it reset the password by mail
  primary key (batch_id, start_key),
  check (num_nulls(ended_at, state, row_sums, balances) in (0, 4))
);

create index batch_payout_starts_by_end on public.batch_payout_starts (batch_id, ended_at) where ended_at is not null;

grant select, insert, update on public.batch_payout_starts to florin_app;
grant select, insert, update, delete on public.batch_payouts, public.batch_payout_rows to florin_app;
