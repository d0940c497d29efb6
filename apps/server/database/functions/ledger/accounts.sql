-- Registers assets and leaves known ones unchanged.
create or replace function ledger.open_assets(codes text[], decimals smallint) returns void
language sql security definer set search_path = pg_catalog, pg_temp as $$
  insert into ledger.assets (code, decimals) select code, decimals from unnest(codes) code order by code
  on conflict do nothing
$$;

-- Raises FL003 if an owner moved to another ledger, or if an owner is new and their slot moved.
create or replace function ledger.refuse_departed(owners uuid[]) returns void
language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  lock table ledger.left_slots in row share mode;
  if exists (select from ledger.departed d where d.owner = any (owners))
    or exists (
      select from unnest(owners) newcomer join ledger.left_slots l on l.slot = ledger.slot_of(newcomer)
      where not exists (select from ledger.accounts a where a.owner = newcomer)
    )
  then
    raise 'the money of this member belongs to another ledger' using errcode = 'FL003';
  end if;
end $$;

-- Returns the ids of the owners' accounts of one kind, in the given order, and opens missing ones with floor 0. A new
-- account of an owner whose accounts are closed is closed, too. Raises FL003 if the owner's money belongs to another ledger.
create or replace function ledger.open_accounts(owners uuid[], kind text, assets text[]) returns bigint[]
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
#variable_conflict use_variable
declare
  found bigint[];
begin
  for attempt in 1..2 loop
    found := array(
      select (select a.id from ledger.accounts a
              where a.owner = w.owner and a.kind = open_accounts.kind and a.asset = w.asset and a.slot = '')
      from unnest(owners, assets) with ordinality w (owner, asset, place)
      order by place);
    exit when attempt = 2 or array_position(found, null) is null;

    perform ledger.refuse_departed(array(
      select w.owner from unnest(owners, found) w (owner, found) where w.found is null
    ));
    insert into ledger.accounts (id, owner, kind, asset, floor, closed)
    select nextval('ledger.account_ids'), owner, kind, asset, 0,
           exists (select from ledger.accounts a where a.owner = missing.owner and a.closed)
    from (
      select distinct w.owner, w.asset from unnest(owners, assets, found) w (owner, asset, found) where w.found is null
      order by w.owner, w.asset
    ) missing (owner, asset)
    on conflict do nothing;
  end loop;
  return found;
end $$;

-- Returns the id of the house account, which is the id of its lane 0, and opens all its lanes if the account is new.
create or replace function ledger.open_house_account(kind text, asset text) returns bigint
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
#variable_conflict use_variable
declare
  house  constant uuid := '00000000-0000-0000-0000-000000000000';
  opened bigint := nextval('ledger.house_ids');
begin
  insert into ledger.accounts (id, owner, kind, asset, slot)
  select opened + lane, house, kind, asset, 'lane ' || lane from generate_series(0, 15) lane
  on conflict do nothing;

  select min(a.id) into strict opened from ledger.accounts a
  where a.owner = house and a.kind = open_house_account.kind and a.asset = open_house_account.asset;
  return opened;
end $$;

-- Closes all accounts of the owner. Opens and closes the accounts of this kind that others could open later. Ignores
-- allowances. Raises FL003 as open_accounts(). If an account is not empty, closes none and returns the remaining
-- assets. Locks in the order of ledger.post().
create or replace function ledger.close_accounts(owner uuid, kind text, assets text[])
returns table (asset text, held boolean)
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
#variable_conflict use_column
declare
  leaver constant uuid := owner;
begin
  perform ledger.refuse_departed(array[leaver]);
  perform ledger.open_accounts(array_fill(leaver, array[cardinality(assets)]), kind, assets);
  perform from ledger.accounts a where a.owner = leaver and a.slot = '' order by a.id for no key update;

  return query
    select a.asset, bool_or(a.held <> 0) from ledger.accounts a
    where a.owner = leaver and a.slot = '' and (a.posted <> 0 or a.held <> 0)
    group by a.asset order by a.asset;

  if not found then
    update ledger.accounts a set closed = true where a.owner = leaver and a.slot = '';
  end if;
end $$;

-- Locks these accounts until the transaction ends, house accounts with all their lanes, in the order in which
-- ledger.post() locks them. A transaction that posts several times first calls this function, so that the transaction
-- and a batch do not wait for each other.
create or replace function ledger.lock_accounts(accounts bigint[]) returns void
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform from ledger.accounts a
  where a.id = any (array(
    select account + lane from unnest(accounts) account, generate_series(0, case when account < 0 then 15 else 0 end) lane))
  order by a.id for no key update;
end $$;

revoke execute on function ledger.lock_accounts, ledger.refuse_departed, ledger.open_assets, ledger.open_accounts,
  ledger.open_house_account, ledger.close_accounts from public;
grant execute on function ledger.lock_accounts, ledger.open_assets, ledger.open_accounts, ledger.open_house_account,
  ledger.close_accounts to florin_app;
