-- The bank may take the money of a payout that was rejected or returned, and its charge together with a payout
-- (tables/bank.sql).
alter table public.payouts add column due_line bigint;
alter table public.payouts add column balanced boolean not null default false;
create index returned_payouts_to_balance on public.payouts (id) where state = 'returned' and not balanced;
create unique index one_payout_of_a_due_line on public.payouts (due_line) where due_line is not null;
alter table public.bank_lines add column charge numeric(38, 0);
