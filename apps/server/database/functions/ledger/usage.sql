-- Returns the account's balance after its last posting before a day. Days never decrease from posting to posting, so
-- binary search finds that posting.
create or replace function ledger.balance_before(account bigint, last_seq bigint, day date) returns numeric
language plpgsql stable set search_path = pg_catalog, pg_temp as $$
declare
  low    bigint := 0;
  high   bigint := last_seq + 1;
  middle bigint;
  posted date;
begin
  while high - low > 1 loop
    middle := (low + high) / 2;
    select p.recorded_on into posted from ledger.postings p where p.account_id = account and p.seq = middle;
    if posted < day then low := middle; else high := middle; end if;
  end loop;
  return coalesce((select p.balance_after from ledger.postings p where p.account_id = account and p.seq = low), 0);
end $$;

-- Returns the draws of each owner on an allowance: all draws, those before the current UTC day and month, and the
-- returns within them. Day and month are by the database's clock.
create or replace function ledger.usage(owners uuid[], allowance text, counted_in text)
returns table (owner uuid, drawn numeric, before_day numeric, before_month numeric,
               returned_day numeric, returned_month numeric)
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select o.owner, coalesce(-a.posted, 0),
         coalesce(-ledger.balance_before(a.id, a.seq, running.day::date), 0),
         coalesce(-ledger.balance_before(a.id, a.seq, (running.month || '-01')::date), 0),
         coalesce(returned.day, 0), coalesce(returned.month, 0)
  from unnest(owners) o (owner)
  cross join (select period[1] as day, period[2] as month from ledger.periods('{@day,@month}') period) running
  left join ledger.accounts a
    on a.owner = o.owner and a.kind = allowance and a.asset = counted_in and a.slot = 'ever'
  left join lateral (
    select sum(r.posted) filter (where r.slot = running.day) as day, sum(r.posted) as month
    from ledger.accounts r
    where r.owner = o.owner and r.kind = allowance || '-returned' and r.asset = counted_in
      and starts_with(r.slot, running.month || '-')
  ) returned on true
$$;

revoke execute on function ledger.balance_before, ledger.usage from public;
grant execute on function ledger.usage to florin_app;
