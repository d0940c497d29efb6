-- A member who moved on after a partner of a payment did not bring the payment's key, so a repeated command could pay twice
-- (functions/ledger/moving.sql). The copies of the history name these payments.
insert into public.command_keys (key, request_hash)
select e.key, e.request_hash from ledger.arrived_entries e
where not exists (select from ledger.journal_entries own where own.key = e.key)
on conflict do nothing;
