-- Members who closed their accounts move with their slot, too, and their accounts stay closed.
alter table ledger.departed add column was_closed boolean not null default false;
