-- The sweep, run again and again: in full, or only over what was posted since the last run. A finding closes the ledger.

-- How far each account was found right.
create table ledger.swept (
  account_id bigint         primary key,
  seq        bigint         not null,
  posted     numeric(38, 0) not null
);

create table ledger.sweeps (
  id         bigint      generated always as identity primary key,
  whole      boolean     not null,
  started_at timestamptz not null,
  ended_at   timestamptz not null,
  findings   jsonb       not null             -- what ledger.sweep() would name; [] is clean
);

-- The checks of ledger.sweep() over the postings that are new; holds and uses of quotes are left to the whole sweep. One
-- statement, so one snapshot: the accounts' marks and an entry's postings are seen together, and an entry's zero sum is
-- complete in the run that first sees it.
create function ledger.sweep_new() returns table (invariant text, account_id bigint, entry_id bigint, found text)
language sql volatile security definer
set search_path = pg_catalog, pg_temp
set work_mem = '64MB'
set jit = off
as $$
  with changed as materialized (
    select coalesce(a.id, s.account_id) as id, a.id is null as gone, a.asset, a.floor, a.posted, a.held, a.seq,
           coalesce(s.seq, 0) as swept_seq, coalesce(s.posted, 0) as swept_posted
    from ledger.accounts a full join ledger.swept s on s.account_id = a.id
    where a.id is null or a.seq <> coalesce(s.seq, 0) or a.posted <> coalesce(s.posted, 0)
  ),
  line as materialized (
    select p.account_id, p.entry_id, p.asset, p.amount, p.asset <> c.asset as foreign_asset,
           p.seq <> c.swept_seq + row_number() over so_far as gap,
           p.balance_after <> c.swept_posted + sum(p.amount) over so_far as broken
    from changed c join ledger.postings p on p.account_id = c.id and p.seq > c.swept_seq
    window so_far as (partition by p.account_id order by p.seq rows unbounded preceding)
  ),
  account_lines as (
    select account_id, count(*) as lines, sum(amount) as total, bool_or(gap) as gap,
           min(entry_id) filter (where broken) as broken, min(entry_id) filter (where foreign_asset) as foreign_asset
    from line group by account_id
  ),
  finding as materialized (
    select case
        when c.gone then 'postings and holds belong to an account'
        when l.broken is not null then 'each posting''s balance_after is the sum up to it'
        when l.foreign_asset is not null then 'postings are in the account''s asset'
        when l.gap or c.seq <> c.swept_seq + coalesce(l.lines, 0)
          then 'postings are numbered 1 to seq without a gap'
        when c.posted <> c.swept_posted + coalesce(l.total, 0) then 'an account''s balance is the sum of its postings'
        else 'no account is below its floor'
      end as invariant,
      c.id as account_id, coalesce(l.broken, l.foreign_asset) as entry_id,
      format('posted %s held %s floor %s seq %s; since %s at seq %s: %s postings sum to %s', c.posted, c.held, c.floor,
             c.seq, c.swept_posted, c.swept_seq, l.lines, l.total) as found
    from changed c left join account_lines l on l.account_id = c.id
    where c.gone or l.broken is not null or l.foreign_asset is not null or l.gap
       or c.seq <> c.swept_seq + coalesce(l.lines, 0) or c.posted <> c.swept_posted + coalesce(l.total, 0)
       or c.posted - c.held < c.floor or c.held < 0
    union all
    select 'each entry sums to zero in each asset that is money', null, entry_id, format('%s %s', sum(amount), asset)
    from line
    where asset not in (select code from ledger.assets where memo)
    group by entry_id, asset
    having sum(amount) <> 0
    union all
    select 'each posting belongs to an entry', null, l.entry_id, format('%s postings', count(*))
    from line l
    where not exists (select from ledger.journal_entries e where e.id = l.entry_id)
    group by l.entry_id
  ),
  marked as (
    insert into ledger.swept (account_id, seq, posted)
    select c.id, c.seq, c.posted from changed c where not exists (select from finding)
    on conflict (account_id) do update set seq = excluded.seq, posted = excluded.posted
  )
  select f.invariant, f.account_id, f.entry_id, f.found from finding f
$$;

-- Runs a sweep, writes down what it found, and closes the ledger if that is anything. Returns the number of findings.
create function ledger.run_sweep(whole boolean) returns int
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
#variable_conflict use_variable
declare
  started  constant timestamptz := clock_timestamp();
  findings jsonb;
begin
  if whole then
    select coalesce(jsonb_agg(to_jsonb(f)), '[]') into findings from (select * from ledger.sweep() limit 100) f;
  else
    select coalesce(jsonb_agg(to_jsonb(f)), '[]') into findings from (select * from ledger.sweep_new() limit 100) f;
  end if;

  insert into ledger.sweeps (whole, started_at, ended_at, findings)
  values (whole, started, clock_timestamp(), findings);

  if findings <> '[]' and not exists (select from ledger.closures c where c.reopened_at is null) then
    insert into ledger.closures (reason) values (findings -> 0 ->> 'invariant');
  end if;
  return jsonb_array_length(findings);
end $$;

revoke execute on function ledger.sweep_new, ledger.run_sweep from public;
grant select on ledger.swept, ledger.sweeps to florin_app;
grant execute on function ledger.run_sweep to florin_app;
