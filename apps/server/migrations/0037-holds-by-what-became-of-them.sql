-- A history shows what waits and what did not get through, newest first, and the balance over time counts what was
-- reserved lately. Both are found without reading what was posted long ago.
create index holds_not_posted on ledger.holds (account_id, id) where ending is distinct from 'posted';
create index holds_by_ending  on ledger.holds (account_id, ended_by);
