-- Its place is taken by ledger.lock_accounts() (functions/ledger/accounts.sql).
drop function if exists ledger.lock_houses(bigint[]);
