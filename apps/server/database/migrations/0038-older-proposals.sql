-- Proposals whose money a further ledger reserved until now: their keys are not contested, so the main database cannot see that.
alter table public.approvals add column is_seen boolean not null default false;
update public.approvals set is_seen = true where exists (select from ledger.shards);
