-- Operators can credit unallocated money without a statement line to a member, above a limit as two (tables/bank.sql,
-- tables/proposals.sql).
alter table public.unowned_money add column credited boolean not null default false;
drop index public.unowned_money_by_time;
create index unowned_money_by_time on public.unowned_money (at desc, entry_id desc) where not credited;
grant update (credited) on public.unowned_money to florin_app;

alter table public.operator_proposals drop constraint operator_proposals_kind_check;
alter table public.operator_proposals add constraint operator_proposals_kind_check
  check (kind in ('settle_deposit', 'return_order', 'supply_coins', 'reset_factor', 'allocate_line', 'return_line',
    'recall_deposit', 'write_off', 'book_own_funds', 'allocate_unowned'));
