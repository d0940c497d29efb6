-- Returns the fingerprint of an account.
create or replace function ledger.account_fingerprint(account_id bigint, asset text, seed bigint) returns bigint
language sql immutable parallel safe as $$
  select hashtextextended(asset collate "C", account_id # seed)
$$;

-- Returns the fingerprint of one state of an account: its sequence number and balance. The fingerprint is an eighth of
-- the hash, so four fingerprints add up to a bigint. The number is hashed last, because the hash of the balance 0 is
-- too regular.
create or replace function ledger.state_fingerprint(account_fingerprint bigint, seq bigint, balance numeric) returns bigint
language sql immutable parallel safe as $$
  select hashint8extended(seq, hash_numeric_extended(balance, account_fingerprint)) >> 3
$$;

-- Returns the fingerprint of one state of an account that is named by its id and asset. Compares assets byte by byte,
-- which is cheaper than a collation and finds the same assets equal.
create or replace function ledger.account_state_fingerprint(
  account_id bigint, asset text, seq bigint, balance numeric, seed bigint
)
returns bigint
language sql immutable parallel safe as $$
  select ledger.state_fingerprint(ledger.account_fingerprint(account_id, asset, seed), seq, balance)
$$;

-- Returns the fingerprint of one posting of an entry. The fingerprint is a 65,536th of the hash, so a bigint holds the
-- sum over all postings that an entry can have.
create or replace function ledger.entry_fingerprint(entry_id bigint, seed bigint) returns bigint
language sql immutable parallel safe as $$
  select hashint4extended(1, entry_id # seed) >> 16
$$;

revoke execute on function
  ledger.account_fingerprint, ledger.state_fingerprint, ledger.account_state_fingerprint, ledger.entry_fingerprint
  from public;
