-- Returns a number that no entry exceeds which a transaction has already numbered. Read it before the snapshot that tells
-- which transactions are running: those have numbered theirs before it.
create or replace function ledger.last_entry_number() returns bigint
language sql volatile security definer set search_path = pg_catalog, pg_temp as $$
  select case when is_called then last_value * 4096 + 4095 else 0 end from ledger.entry_blocks
$$;

revoke execute on function ledger.last_entry_number from public;
grant execute on function ledger.last_entry_number to florin_app;
