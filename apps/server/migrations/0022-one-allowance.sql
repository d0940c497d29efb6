-- One allowance a member for what leaves the account, in place of one a day and one a month. It never ends and is only
-- ever drawn on, so that a limit is the point up to which it may be drawn by the end of the day and of the month: what
-- was drawn before the period began, and what of it was given back since, and the limit. Both only grow, so that whoever
-- decides by an old reading is too strict, and never too lax. docs/decisions/0030-one-allowance.md.

-- What the account held after its last posting before that day. Days never fall in the order of its postings, so the
-- number of that posting is found by halving.
create function ledger.balance_before(account bigint, last_seq bigint, day date) returns numeric
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

-- What each owner has drawn of such an allowance: ever, before the running UTC day and month, and what of it was given
-- back. The day and month are those of this clock and no node's.
create function ledger.usage(owners uuid[], allowance text, counted_in text)
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

-- What was used of the running day and month counts on: what was used up to yesterday as of yesterday, the rest as of now.
do $$
declare
  moment    constant timestamptz := clock_timestamp();
  today     constant date := moment at time zone 'UTC';
  yesterday constant bigint := nextval('ledger.entry_blocks') * 4096 + 1;
  now       constant bigint := nextval('ledger.entry_blocks') * 4096 + 1;
begin
  create temporary table used on commit drop as
  select nextval('ledger.account_ids') as id, month.owner, month.floor, month.posted as total,
         coalesce(day.posted, 0) as last, month.posted - coalesce(day.posted, 0) as first
  from ledger.accounts month
  left join ledger.accounts day
    on day.owner = month.owner and day.kind = 'outflow-per-day' and day.asset = month.asset and day.slot = today::text
  where month.kind = 'outflow-per-month' and month.slot = to_char(today, 'YYYY-MM') and month.posted <> 0;

  insert into ledger.accounts (id, owner, kind, asset, slot, floor, posted, seq)
  select id, owner, 'outflow', 'USD-limit', 'ever', least(floor, total), total, (first <> 0)::int + (last <> 0)::int
  from used;

  insert into ledger.journal_entries (id, key, actor, request_hash, recorded_at, kind)
  select id, gen_random_uuid(), '00000000-0000-0000-0000-000000000000', 0, at, 'limits-carried'
  from (values (yesterday, moment - interval '1 day', (select bool_or(first <> 0) from used)),
               (now, moment, (select bool_or(last <> 0) from used))) e (id, at, needed)
  where needed;

  insert into ledger.postings (account_id, seq, entry_id, recorded_on, amount, balance_after, asset)
  select id, 1, yesterday, today - 1, first, first, 'USD-limit' from used where first <> 0
  union all
  select id, 1 + (first <> 0)::int, now, today, last, total, 'USD-limit' from used where last <> 0;
end $$;
