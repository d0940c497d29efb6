-- The operator's bank accounts, the statement files that were imported, and their lines. docs/operate/bank.md explains
-- these tables.

-- One row per bank account in FLORIN_CONFIG. An import locks the row, so the statements of one account are checked and
-- accepted one after the other.
create table public.operator_accounts (
  id        text           primary key,            -- as in FLORIN_CONFIG
  currency  text           not null,
  balance   numeric(38, 0),                        -- after all accepted lines, in the smallest unit; null: no statement yet
  closed_on date,                                  -- day of the last closing balance
  sequence  text                                   -- the bank's number of the last statement
);

-- The report of a day that an operator closed: the figures of one operator account, kept permanently. The reports of
-- all accounts form one chain like the audit trail: each report has a SHA-256 of its content and of the previous
-- report's hash. Only record_day_report() writes reports (functions/day-reports.sql). The content names no member.
create table public.day_reports (
  number    bigint      primary key,               -- 1, 2, 3, … without a gap
  account   text        not null references public.operator_accounts,
  day       date        not null,
  closed_at timestamptz not null,
  closed_by uuid        references public.users,   -- null: the command line
  content   text        not null,                  -- JSON
  hash      bytea       not null unique,
  constraint a_day_is_closed_once unique (account, day)
);

create table public.bank_files (
  id          uuid        primary key,
  sha256      bytea       not null unique,         -- the same file is imported once
  name        text        not null,
  format      text        not null,
  bytes       bigint      not null,
  imported_at timestamptz not null default now(),
  imported_by uuid        references public.users,  -- null: from the inbox or the command line
  reported    integer     not null default 0       -- payments of ours that it reports on (pain.002, NACHA)
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
  new_lines integer        not null,               -- the other lines were imported before
  report    bigint         references public.day_reports,  -- the first report that names the statement
  posted    boolean        not null default false  -- all its lines are posted
);

create index bank_statements_by_account on public.bank_statements (account, id desc);

-- Payouts of one operator account in one file. An operator other than the maker approves the batch.
create table public.payment_batches (
  id          uuid           primary key,
  number      bigint         generated always as identity,  -- the batch's name for people
  account     text           not null references public.operator_accounts,
  scheme      text           not null check (scheme in ('sepa', 'sepa-instant', 'gbp-domestic', 'nacha', 'usd-cross-border')),
  state       text           not null check (state in ('proposed', 'approved', 'written', 'sent', 'refused')),
  made_by     uuid           not null references public.users,
  made_at     timestamptz    not null default now(),
  decided_by  uuid           references public.users,
  decided_at  timestamptz,
  reason      text,                                          -- why the batch was refused, or why it must be checked
  sent_by     uuid           references public.users,
  sent_at     timestamptz,
  total       numeric(38, 0),
  content     bytea,                                         -- encrypted: the file, to write it again unchanged
  sha256      bytea,
  reference   text           unique,                         -- the batch's id in a NACHA file
  in_outbox_at timestamptz,                                  -- null: the file, if any, must still be put there
  constraint two_people_let_money_out check (decided_by is null or decided_by <> made_by or state = 'refused'),
  constraint written_batches_have_a_file check ((state in ('written', 'sent')) = (content is not null))
);

create index batches_for_the_outbox on public.payment_batches (id) where state = 'written' and in_outbox_at is null;

-- A withdrawal in a batch, or unallocated money that goes back to its payer. The id, without hyphens, is the payment's
-- end-to-end id.
create table public.payouts (
  id       uuid           primary key,
  batch_id uuid           not null references public.payment_batches,
  hold     bigint,                                           -- of the withdrawal
  user_id  uuid           references public.users,           -- the member who withdraws
  amount   numeric(38, 0) not null check (amount > 0),
  state    text           not null check (state in ('batched', 'dropped', 'sent', 'settled', 'returned')),
  rejected text,                                             -- the bank's reason in a status file
  line_id  bigint,                                           -- the line whose money goes back to its payer; see below
  reference text          unique,                            -- the individual id in a NACHA file
  trace    text,                                             -- the trace number in a NACHA file, made of the next
  number   bigint         generated always as identity,
  -- The bank's lines for the whole batch: the debit, and the credit if the bank returned the batch. No foreign
  -- keys, because bank_lines has one to payouts, and a backup restores tables one after the other.
  debit_line  bigint,
  credit_line bigint,
  -- The part of the debit that waits for the bank's credit, because the payout was returned. No foreign key, as above.
  due_line    bigint,
  balanced    boolean        not null default false,         -- nothing is to be done about its lines until another comes
  constraint pays_a_withdrawal_or_a_payer check ((hold is null) = (user_id is null) and (hold is null) <> (line_id is null))
);

create unique index one_live_payout on public.payouts (hold) where state <> 'dropped';
create unique index one_live_return_to_payer on public.payouts (line_id) where state not in ('dropped', 'returned');
create index payouts_by_batch on public.payouts (batch_id);
create index payouts_in_batches on public.payouts (batch_id) where state = 'batched';
create index payouts_by_trace on public.payouts (trace) where trace is not null;
create index rejected_payouts on public.payouts (id) where rejected is not null and state in ('sent', 'settled');
create index payouts_that_came_back on public.payouts (id) where credit_line is not null and state in ('sent', 'settled');
create index payouts_with_the_bank on public.payouts (id) where state = 'sent';
create index returned_payouts_to_balance on public.payouts (id) where state = 'returned' and not balanced;
create unique index one_payout_of_a_due_line on public.payouts (due_line) where due_line is not null;

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
  explains             bigint         references public.bank_lines,  -- the line that this is a part of, booked before
  ordinal              integer        not null,    -- number among lines of this account, day, amount and reference
  counterparty         text,
  counterparty_account text,
  remittance           text,
  payment_reference    text,
  end_to_end_id        text,
  reversal             boolean        not null,
  return_reason        text,
  code                 text,
  match                text,                       -- the kind of line: see the constraint
  user_id              uuid           references public.users,  -- the member whose money it is
  reason               text,                       -- why it is not allocated
  posted               boolean        not null default false,
  payout_id            uuid           references public.payouts,
  card_payout          text,                       -- of the card processor
  recalls              integer        not null default 0,  -- how often the deposit was taken back from a member
  reverses             bigint         references public.bank_lines,  -- the deposit that this line takes back
  batch_id             text,                       -- the sender's id of the batch that the line is about
  payment_batch_id     uuid           references public.payment_batches,  -- the batch that the line names
  report               bigint         references public.day_reports,  -- each line is in one report
  charge               numeric(38, 0),             -- the bank's charge within the amount, as the file states it
  constraint bank_lines_are_booked_once unique nulls not distinct (account, booked, amount, bank_reference, ordinal),
  constraint bank_lines_match_check check (match in ('deposit', 'unallocated', 'to-payer', 'paid-back', 'reversed',
    'bank-fee', 'own-funds', 'payout', 'return', 'explained', 'card-payout')),
  constraint undecided_lines_have_a_reason check (reason is not null or match not in ('unallocated', 'to-payer'))
) with (fillfactor = 50);

-- The money of these lines is in the account `unallocated`, until an operator decides or the bank has paid it back.

-- No index contains the columns that change for a deposit (match, user_id, posted), and pages have room. So PostgreSQL
-- rewrites a line within its page and leaves all indexes alone. Undecided lines are found by their reason.
create index bank_lines_with_reason on public.bank_lines (reason, id) where reason is not null;
create index credits_by_amount on public.bank_lines (account, amount, end_to_end_id, bank_reference) where amount > 0;
create unique index one_reversal_of_a_deposit on public.bank_lines (reverses) where reverses is not null;
create index bank_lines_by_batch on public.bank_lines (account, batch_reference) where batch_reference is not null;
create index bank_lines_by_statement on public.bank_lines (statement_id, id);
create index bank_lines_by_payout on public.bank_lines (payout_id) where payout_id is not null;
create unique index bank_lines_by_card_payout on public.bank_lines (card_payout) where card_payout is not null;
create index returns_in_bank_lines on public.bank_lines (payout_id) where payout_id is not null and amount > 0;
create index bank_lines_without_report on public.bank_lines (account) where report is null;
create index bank_statements_without_report on public.bank_statements (account) where report is null;
create index bank_statements_to_post on public.bank_statements (id) where not posted;
create index lines_over_batches on public.bank_lines (payment_batch_id) where payment_batch_id is not null;

-- Requests of banks to correct the account of a payee (NACHA notifications of change).
create table public.account_changes (
  id          uuid        primary key,
  payout_id   uuid        not null references public.payouts,
  code        text        not null,                -- `C01` and so on
  hint        text,                                -- the last characters of the corrected data
  received_at timestamptz not null default now(),
  done_by     uuid        references public.users,
  done_at     timestamptz,
  unique (payout_id, code)
);

create index open_account_changes on public.account_changes (id) where done_at is null;

-- A member's creditor reference (ISO 11649), which names the member on transfers. It never changes.
create table public.payment_references (
  reference text primary key,
  user_id   uuid not null unique references public.users
);

-- Unallocated money without a statement line, identified by its ledger entry, for example from a won dispute of a
-- closed account. A job finds the money in the ledger.
create table public.unowned_money (
  entry_id bigint         primary key,
  at       timestamptz    not null,                -- of the entry
  currency text           not null,
  amount   numeric(38, 0) not null check (amount > 0),
  credited boolean        not null default false   -- to a member, by operators
);

create index unowned_money_by_time on public.unowned_money (at desc, entry_id desc) where not credited;

-- The last posting of each lane of `unallocated` that the job has read.
create table public.unowned_money_read (
  account_id bigint primary key,
  seq        bigint not null
);

grant select, insert, update on public.operator_accounts, public.bank_lines, public.payment_batches, public.payouts
  to florin_app;
grant select, insert on public.account_changes to florin_app;
grant update (hint, done_by, done_at) on public.account_changes to florin_app;
grant select, insert on public.bank_files, public.bank_statements, public.payment_references to florin_app;
grant update (new_lines, report, posted) on public.bank_statements to florin_app;
grant select on public.day_reports to florin_app;
grant delete on public.payment_references to florin_app;
grant select, insert, update (credited) on public.unowned_money to florin_app;
grant select, insert, update on public.unowned_money_read to florin_app;
