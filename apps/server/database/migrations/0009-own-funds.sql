-- Two operators can book an unallocated line as the institution's own money (tables/proposals.sql).
alter table public.operator_proposals drop constraint operator_proposals_kind_check;
alter table public.operator_proposals add constraint operator_proposals_kind_check
  check (kind in ('settle_deposit', 'return_order', 'supply_coins', 'reset_factor', 'allocate_line', 'return_line',
    'recall_deposit', 'write_off', 'book_own_funds'));
