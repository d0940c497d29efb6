-- Unallocated money goes back to its payer, and deposits are taken back (tables/bank.sql).
alter table public.payouts alter column hold drop not null;
alter table public.payouts alter column user_id drop not null;
alter table public.payouts add column line_id bigint references public.bank_lines;
alter table public.payouts add constraint pays_a_withdrawal_or_a_payer
  check ((hold is null) = (user_id is null) and (hold is null) <> (line_id is null));
create unique index one_live_return_to_payer on public.payouts (line_id) where state not in ('dropped', 'returned');

alter table public.bank_lines add column recalls integer not null default 0;
alter table public.bank_lines add column reverses bigint references public.bank_lines;
alter table public.bank_lines drop constraint bank_lines_match_check;
alter table public.bank_lines add constraint bank_lines_match_check
  check (match in ('deposit', 'unallocated', 'to-payer', 'paid-back', 'reversed',
    'bank-fee', 'own-funds', 'payout', 'return', 'explained', 'card-payout'));
drop index public.unallocated_bank_lines;
create index undecided_bank_lines on public.bank_lines (id) where match in ('unallocated', 'to-payer');
create unique index one_reversal_of_a_deposit on public.bank_lines (reverses) where reverses is not null;
create index credits_by_amount on public.bank_lines (account, amount, end_to_end_id, bank_reference) where amount > 0;

alter table public.operator_proposals drop constraint operator_proposals_kind_check;
alter table public.operator_proposals add constraint operator_proposals_kind_check
  check (kind in ('settle_deposit', 'return_order', 'supply_coins', 'reset_factor', 'allocate_line', 'return_line',
    'recall_deposit', 'write_off'));

-- What members owe because a deposit was taken back (tables/receivables.sql). They may not send or withdraw meanwhile.
alter table public.users add column restricted_at timestamptz;

-- What is not paid yet is in the ledger's account `receivables`: its balance is minus the sum of `open`.
create table public.taken_deposits (
  id       uuid           primary key,
  user_id  uuid           not null references public.users,
  currency text           not null,
  amount   numeric(38, 0) not null check (amount > 0),
  missing  numeric(38, 0) not null check (missing between 0 and amount),  -- what the balance did not cover
  open     numeric(38, 0) not null check (open between 0 and missing),    -- what the member still owes
  cause    text           not null check (cause in ('reversal', 'recall', 'refund', 'dispute')),
  taken_at timestamptz    not null default now(),
  ended_at timestamptz,                            -- when nothing was open any more
  ending   text           check (ending in ('paid', 'written_off')),
  lifted   boolean        not null default false,  -- its end also ended the member's restriction
  constraint ends_when_nothing_is_open check ((open = 0) = (missing = 0 or ended_at is not null)),
  constraint says_how_it_ended check ((ended_at is null) = (ending is null))
);

create index receivables on public.taken_deposits (taken_at) where open > 0;
create index taken_deposits_by_member on public.taken_deposits (user_id, taken_at desc);

grant select, insert, update (open, ended_at, ending, lifted) on public.taken_deposits to florin_app;
