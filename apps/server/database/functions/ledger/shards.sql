-- Several ledgers: docs/develop/ledger.md. Each ledger has the number of its shard; the main ledger has 0. Each shard
-- has its own range of account and entry ids, so an id tells where its row is (src/ledger/shards/ids.ts).

-- Gives a new ledger its number. Does nothing if it has that number already.
create or replace function ledger.number_shard(number int) returns void
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  before constant int := (select last_value >> 40 from ledger.account_ids);
begin
  if number not between 0 and 255 then raise 'a shard has a number from 0 to 255, not %', number; end if;
  if before = number then return; end if;
  if exists (select from ledger.accounts) then
    raise 'this ledger has the number % and accounts, so it cannot become number %', before, number;
  end if;
  perform setval('ledger.account_ids', (number::bigint << 40) + 1, false);
  perform setval('ledger.house_ids', -(number::bigint << 40) - 16, false);
  perform setval('ledger.entry_blocks', (number::bigint << 39) + 1, false);
end $$;

-- Gives slots to a ledger.
create or replace function ledger.place_slots(slots int[], shard int) returns void
language sql security definer set search_path = pg_catalog, pg_temp as $$
  insert into ledger.slots (slot, shard) select slot, place_slots.shard from unnest(slots) slot
  on conflict (slot) do update set shard = excluded.shard
$$;

-- Spreads the slots evenly over all ledgers of an installation that has no account yet. Does nothing if accounts exist:
-- members move to a new ledger later.
create or replace function ledger.spread_slots(ledgers int) returns void
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  if exists (select from ledger.slots) or exists (select from ledger.accounts) then return; end if;
  insert into ledger.slots (slot, shard) select slot, slot % ledgers from generate_series(0, 1023) slot
  on conflict do nothing;
end $$;

-- Returns whether members have this further ledger, or whether it has any account. Reads the ledger at the address that
-- the main database used last.
create or replace function ledger.is_shard_used(number int) returns boolean
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  has_accounts boolean;
begin
  if exists (select from ledger.slots where shard = number) then return true; end if;
  if to_regclass(format('ledger_%s.accounts', number)) is null then return false; end if;
  execute format('select exists (select from ledger_%s.accounts)', number) into has_accounts;
  return has_accounts;
end $$;

-- Reads a row of a further ledger, or raises the reason why this database cannot.
create or replace function ledger.can_read(number int) returns void
language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  execute format('select from ledger_%s.accounts limit 1', number);
end $$;

-- Returns where this database reads a further ledger, or null.
create or replace function ledger.shard_address(number int) returns text
language sql stable set search_path = pg_catalog, pg_temp as $$
  select concat(max(value) filter (where name = 'host'), ':' || max(value) filter (where name = 'port'),
                '/' || max(value) filter (where name = 'dbname'))
  from pg_foreign_server, lateral (
    select split_part(option, '=', 1) as name, substr(option, strpos(option, '=') + 1) as value from unnest(srvoptions) option
  ) options
  where srvname = 'ledger_' || number
  having count(*) > 0
$$;

-- Records the database of a further ledger, in place of its former database.
create or replace function ledger.register_shard(number int, id uuid) returns void
language sql security definer set search_path = pg_catalog, pg_temp as $$
  insert into ledger.shards as s (shard, installation) values (number, id)
  on conflict (shard) do update set installation = excluded.installation, seen_entry = null, seen_key = null
  where s.installation <> excluded.installation
$$;

-- Records the last entry of a further ledger, unless another node has already replaced the entry `before`.
create or replace function ledger.see_entry(number int, before bigint, entry bigint, key uuid) returns void
language sql security definer set search_path = pg_catalog, pg_temp as $$
  update ledger.shards s set seen_entry = see_entry.entry, seen_key = see_entry.key
  where s.shard = see_entry.number and s.seen_entry is not distinct from see_entry.before
$$;

-- Forgets a further ledger that is not used.
create or replace function ledger.forget_shard(number int) returns void
language sql security definer set search_path = pg_catalog, pg_temp as $$
  delete from ledger.shards where shard = number
$$;

-- Marks that all postings of transit accounts up to these have arrived, or went back. Marks never go back.
create or replace function ledger.mark_transits(accounts bigint[], seqs bigint[]) returns void
language sql security definer set search_path = pg_catalog, pg_temp as $$
  insert into ledger.transit_marks as m (account_id, seq) select * from unnest(accounts, seqs)
  on conflict (account_id) do update set seq = greatest(m.seq, excluded.seq)
$$;

-- Records within the main transaction that it commits the transactions that other ledgers have prepared under this id.
create or replace function ledger.decide(id uuid) returns void
language sql security definer set search_path = pg_catalog, pg_temp as $$
  insert into ledger.decisions (id, committed) values (id, true)
$$;

-- Returns whether to commit the transactions prepared under this id. Waits for the transaction that decides. Without
-- such a transaction, the answer is no from now on.
create or replace function ledger.is_committed(id uuid) returns boolean
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
#variable_conflict use_variable
begin
  insert into ledger.decisions (id, committed) values (id, false) on conflict do nothing;
  return (select d.committed from ledger.decisions d where d.id = is_committed.id);
end $$;

-- Removes the outcome of transactions that have ended in all ledgers.
create or replace function ledger.forget_decision(id uuid) returns void
language sql security definer set search_path = pg_catalog, pg_temp as $$
  delete from ledger.decisions d where d.id = forget_decision.id
$$;

-- Claims a key for a ledger within the main transaction, and returns the ledger that has the key. Waits for a
-- transaction that claims the key at the same moment. The claim stands with the main commit, before the entry is
-- visible in its ledger.
create or replace function ledger.claim_key(key uuid, shard int) returns int
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
#variable_conflict use_variable
begin
  insert into ledger.contested_keys (key, shard) values (key, shard) on conflict do nothing;
  return (select k.shard from ledger.contested_keys k where k.key = claim_key.key);
end $$;

-- Records within the main transaction the entry that a further ledger posts under a claimed key (the view
-- books.contested_entries).
create or replace function ledger.record_contested(key uuid, actor uuid, kind text, recorded_at timestamptz, metadata jsonb)
returns void
language sql security definer set search_path = pg_catalog, pg_temp as $$
  update ledger.contested_keys k
  set actor = record_contested.actor, kind = record_contested.kind, recorded_at = record_contested.recorded_at,
      metadata = record_contested.metadata
  where k.key = record_contested.key
$$;

-- Closes the ledger after a finding between ledgers, which the sweep of a single ledger cannot see.
create or replace function ledger.close_ledger(reason text) returns void
language sql security definer set search_path = pg_catalog, pg_temp as $$
  insert into ledger.closures (reason)
  select close_ledger.reason where not exists (select from ledger.closures c where c.reopened_at is null)
$$;

-- Blocks postings here until the transaction ends. Waits for postings in progress.
create or replace function ledger.stand_still() returns void
language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  lock table ledger.accounts in exclusive mode;
end $$;

revoke execute on function ledger.stand_still, ledger.number_shard, ledger.claim_key, ledger.close_ledger,
  ledger.place_slots, ledger.spread_slots, ledger.is_shard_used, ledger.can_read, ledger.shard_address,
  ledger.register_shard, ledger.see_entry, ledger.forget_shard, ledger.mark_transits, ledger.decide, ledger.is_committed,
  ledger.forget_decision from public;
grant execute on function ledger.claim_key, ledger.close_ledger, ledger.see_entry, ledger.mark_transits, ledger.decide,
  ledger.is_committed, ledger.forget_decision to florin_app;
