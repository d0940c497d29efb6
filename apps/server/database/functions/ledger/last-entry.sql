-- Returns an upper bound of the entry numbers that transactions have taken so far. Read the bound before the snapshot
-- of running transactions, so that the snapshot covers every transaction with an entry up to the bound.
create or replace function ledger.last_entry_number() returns bigint
language sql volatile security definer set search_path = pg_catalog, pg_temp as $$
  select case when is_called then last_value * 4096 + 4095 else 0 end from ledger.entry_blocks
$$;

revoke execute on function ledger.last_entry_number from public;
grant execute on function ledger.last_entry_number to florin_app;
