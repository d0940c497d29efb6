-- A member who moves to another ledger takes along which quotes their entries have used.
create index quote_uses_by_entry on ledger.quote_uses (entry_id);
