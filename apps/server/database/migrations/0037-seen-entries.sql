-- The last entry of each further ledger that the main database has seen: a ledger without it is older, as from a backup.
alter table ledger.shards add column seen_entry bigint;
alter table ledger.shards add column seen_key uuid;
