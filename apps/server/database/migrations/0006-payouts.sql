-- Payouts in dollars, batches that the bank books as one line, and what banks say about payees' accounts (tables/bank.sql).

alter table public.payment_batches drop constraint payment_batches_scheme_check;
alter table public.payment_batches add constraint payment_batches_scheme_check
  check (scheme in ('sepa', 'sepa-instant', 'gbp-domestic', 'nacha', 'usd-cross-border'));
alter table public.payment_batches add column reference text unique;
alter table public.payment_batches add column in_outbox_at timestamptz;
update public.payment_batches set in_outbox_at = coalesce(decided_at, now()) where state in ('written', 'sent');
create index batches_for_the_outbox on public.payment_batches (id) where state = 'written' and in_outbox_at is null;

-- A backup restores the tables one after the other, so foreign keys must not form a cycle.
alter table public.payouts drop constraint payouts_line_id_fkey;
alter table public.payouts add column reference text unique;
alter table public.payouts add column trace text;
alter table public.payouts add column number bigint generated always as identity;
alter table public.payouts add column debit_line bigint;
alter table public.payouts add column credit_line bigint;
create index payouts_by_trace on public.payouts (trace) where trace is not null;
drop index public.rejected_payouts;
create index rejected_payouts on public.payouts (id) where rejected is not null and state in ('sent', 'settled');
create index payouts_that_came_back on public.payouts (id) where credit_line is not null and state in ('sent', 'settled');

alter table public.bank_lines add column batch_id text;
alter table public.bank_lines add column payment_batch_id uuid references public.payment_batches;
create index lines_over_batches on public.bank_lines (payment_batch_id) where payment_batch_id is not null;

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

grant select, insert on public.account_changes to florin_app;
grant update (hint, done_by, done_at) on public.account_changes to florin_app;

-- A member names the same bank account once.
alter table public.payment_methods add column number_digest bytea;
create unique index bank_accounts_are_named_once on public.payment_methods (user_id, number_digest)
  where removed_at is null and number_digest is not null;
