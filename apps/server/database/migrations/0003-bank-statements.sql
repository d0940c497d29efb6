-- Bank statements, and the payment references of members (tables/bank.sql).

-- One row per bank account in FLORIN_CONFIG. An import locks the row, so the statements of one account are checked and
-- accepted one after the other.
create table public.operator_accounts (
  id        text           primary key,            -- as in FLORIN_CONFIG
  currency  text           not null,
  balance   numeric(38, 0),                        -- after all accepted lines, in the smallest unit; null: no statement yet
  closed_on date,                                  -- day of the last closing balance
  sequence  text                                   -- the bank's number of the last statement
);

create table public.bank_files (
  id          uuid        primary key,
  sha256      bytea       not null unique,         -- the same file is imported once
  name        text        not null,
  format      text        not null,
  bytes       bigint      not null,
  imported_at timestamptz not null default now(),
  imported_by uuid        references public.users  -- null: from the inbox or the command line
);

create table public.bank_statements (
  id        bigint         generated always as identity primary key,
  file_id   uuid           not null references public.bank_files,
  account   text           not null references public.operator_accounts,
  sequence  text,
  from_date date,
  to_date   date,
  opening   numeric(38, 0),
  closing   numeric(38, 0),
  lines     integer        not null,
  new_lines integer        not null                -- the others were imported before
);

create index bank_statements_by_account on public.bank_statements (account, id desc);

-- Booked movements on the operator's accounts, each once. Positive amounts came in. `posted` follows the ledger's entry,
-- whose key is a digest of the id, so an interrupted booking continues.
create table public.bank_lines (
  id                   bigint         generated always as identity primary key,
  statement_id         bigint         not null references public.bank_statements,
  account              text           not null,
  booked               date,
  value_date           date,
  amount               numeric(38, 0) not null check (amount <> 0),
  bank_reference       text           not null,    -- empty: the bank gave none
  batch_reference      text,                       -- of the batch that the line is a part of
  explains             bigint         references public.bank_lines,  -- the batch as one line, booked before
  ordinal              integer        not null,    -- number among lines of this account, day, amount and reference
  counterparty         text,
  counterparty_account text,
  remittance           text,
  payment_reference    text,
  end_to_end_id        text,
  reversal             boolean        not null,
  return_reason        text,
  code                 text,
  match                text           check (match in ('deposit', 'unallocated', 'bank-fee', 'own-funds', 'payout', 'return', 'explained')),
  user_id              uuid           references public.users,  -- the member whose money it is
  reason               text,                       -- why it is not allocated
  posted               boolean        not null default false,
  constraint bank_lines_are_booked_once unique nulls not distinct (account, booked, amount, bank_reference, ordinal)
);

create index bank_lines_to_post on public.bank_lines (id) where not posted;
create index unallocated_bank_lines on public.bank_lines (id) where match = 'unallocated';
create index bank_lines_by_batch on public.bank_lines (account, batch_reference) where batch_reference is not null;
create index bank_lines_by_statement on public.bank_lines (statement_id);

-- A member's creditor reference (ISO 11649), which names the member on transfers. It never changes.
create table public.payment_references (
  reference text primary key,
  user_id   uuid not null unique references public.users
);

grant select, insert, update on public.operator_accounts, public.bank_lines to florin_app;
grant select, insert on public.bank_files, public.bank_statements, public.payment_references to florin_app;
grant update (new_lines) on public.bank_statements to florin_app;
grant delete on public.payment_references to florin_app;

alter table public.operator_proposals drop constraint operator_proposals_kind_check;
alter table public.operator_proposals add constraint operator_proposals_kind_check
  check (kind in ('settle_deposit', 'return_order', 'supply_coins', 'reset_factor', 'allocate_line'));

-- A bank account that a member named by its number, for payouts by file.
alter table public.payment_methods add column currency text;
alter table public.payment_methods add column account_details bytea;

-- Payouts of one operator account in one file. Another operator than the maker approves it.
create table public.payment_batches (
  id          uuid           primary key,
  number      bigint         generated always as identity,  -- what people call it
  account     text           not null references public.operator_accounts,
  scheme      text           not null check (scheme in ('sepa', 'sepa-instant', 'gbp-domestic')),
  state       text           not null check (state in ('proposed', 'approved', 'written', 'sent', 'refused')),
  made_by     uuid           not null references public.users,
  made_at     timestamptz    not null default now(),
  decided_by  uuid           references public.users,
  decided_at  timestamptz,
  reason      text,                                          -- why it was refused
  sent_by     uuid           references public.users,
  sent_at     timestamptz,
  total       numeric(38, 0),
  content     bytea,                                         -- encrypted: the file, to write it again unchanged
  sha256      bytea,
  constraint two_people_let_money_out check (decided_by is null or decided_by <> made_by or state = 'refused'),
  constraint written_batches_have_a_file check ((state in ('written', 'sent')) = (content is not null))
);

-- A withdrawal in a batch. The id, without hyphens, is the payment's end-to-end id.
create table public.payouts (
  id       uuid           primary key,
  batch_id uuid           not null references public.payment_batches,
  hold     bigint         not null,
  user_id  uuid           not null references public.users,
  amount   numeric(38, 0) not null check (amount > 0),
  state    text           not null check (state in ('batched', 'dropped', 'sent', 'settled', 'returned')),
  rejected text                                              -- what the bank said in a status file
);

create unique index one_live_payout on public.payouts (hold) where state <> 'dropped';
create index payouts_by_batch on public.payouts (batch_id);
create index rejected_payouts on public.payouts (id) where rejected is not null and state = 'sent';
create index payouts_with_the_bank on public.payouts (id) where state = 'sent';

alter table public.bank_lines add column payout_id uuid references public.payouts;
create index bank_lines_by_payout on public.bank_lines (payout_id) where payout_id is not null;
create index returns_in_bank_lines on public.bank_lines (id) where match = 'return';

grant select, insert, update on public.payment_batches, public.payouts to florin_app;
