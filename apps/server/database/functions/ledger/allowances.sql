-- Replaces the slots '@day' and '@month' by the current UTC day and month of the database's clock. For post() only.
create or replace function ledger.periods(slot text[]) returns text[]
language sql volatile set search_path = pg_catalog, pg_temp as $$
  select array_agg(
    case slot
      when '@day'   then to_char(clock_timestamp() at time zone 'UTC', 'YYYY-MM-DD')
      when '@month' then to_char(clock_timestamp() at time zone 'UTC', 'YYYY-MM')
      else slot
    end order by place)
  from unnest(slot) with ordinality s (slot, place)
$$;

-- Returns the account of each allowance, and opens the account with its limit at its first use. Returns null if the
-- asset counts no limit. Raises FL003 if the owner of a new allowance belongs to another ledger. For post() only.
create or replace function ledger.allowances(owner uuid[], kind text[], asset text[], slot text[], ceiling numeric[])
returns bigint[]
language plpgsql set search_path = pg_catalog, pg_temp as $$
#variable_conflict use_column
declare
  found bigint[];
begin
  for attempt in 1..2 loop
    found := array(
      select (select a.id from ledger.accounts a
              where a.owner = d.owner and a.kind = d.kind and a.asset = d.asset and a.slot = d.slot
                and a.slot <> '')
      from unnest(owner, kind, asset, slot) with ordinality d (owner, kind, asset, slot, place)
      order by place);
    exit when attempt = 2 or array_position(found, null) is null;

    perform ledger.refuse_departed(array(
      select distinct d.owner from unnest(owner, found) d (owner, found)
      where d.found is null and d.owner <> '00000000-0000-0000-0000-000000000000'
    ));
    insert into ledger.accounts (id, owner, kind, asset, slot, floor)
    select nextval('ledger.account_ids'), owner, kind, asset, slot, -ceiling
    from (
      select distinct on (owner, kind, asset, slot) owner, kind, asset, slot, ceiling
      from unnest(owner, kind, asset, slot, ceiling, found) d (owner, kind, asset, slot, ceiling, found)
      where found is null and ledger.is_limit(ceiling) and asset in (select code from ledger.assets where memo)
      order by owner, kind, asset, slot
    ) missing
    on conflict do nothing;
  end loop;
  return found;
end $$;

revoke execute on function ledger.periods, ledger.allowances from public;
