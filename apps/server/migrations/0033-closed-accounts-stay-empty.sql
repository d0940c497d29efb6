-- Money that was on its way to a member who closed the account meanwhile has nobody to spend it. The account takes none any
-- more, whatever was known about its owner when the entry was made.

alter table ledger.accounts
  add column closed boolean not null default false,
  add constraint closed_accounts_are_empty check (not closed or posted = 0 and held = 0);

update ledger.accounts a set closed = true
from public.users u
where u.id = a.owner and u.closed_at is not null and a.slot = '' and a.posted = 0 and a.held = 0;

-- As before, and what is opened for an owner whose accounts are closed is closed from the start.
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

-- Closes all that the owner has, for ever, and the accounts of this kind that others could have opened at any moment;
-- allowances are not looked at. If anything is still in one, says what, and closes none. Locks them in the order of
-- ledger.post().
create function ledger.close_accounts(owner uuid, kind text, assets text[]) returns table (asset text, held boolean)
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
#variable_conflict use_column
declare
  leaver constant uuid := owner;
begin
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

revoke execute on function ledger.close_accounts from public;
grant execute on function ledger.close_accounts to florin_app;
