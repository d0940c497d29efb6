-- How far a look for news has to go back in the journal is known, and not a guess of thirty seconds. A look notes the last
-- entry it sees, and the first transaction that had not begun. Entries get their number after their transaction has its
-- own: once each transaction before that one has ended, all entries up to the noted one can be seen. Nothing that writes
-- entries takes minutes: then it is something else's transaction that is open, or the number another database's, from
-- before a restore.
alter table public.news_looks
  add column coming_entry_id bigint,
  add column coming_xid xid8,
  add column noted_at timestamptz;
