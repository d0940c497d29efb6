-- Runs a sweep over all postings or only over new ones, records its findings, and closes the ledger after a finding.
-- Returns the number of findings.
create or replace function ledger.run_sweep(whole boolean) returns int
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
#variable_conflict use_variable
declare
  started  constant timestamptz := clock_timestamp();
  seed     constant bigint      := hashtextextended(gen_random_uuid()::text, 0);
  -- Entries become visible in another order than their numbers: running batches have earlier numbers.
  behind   constant bigint      := 256 * 4096;
  swept_to bigint;
  findings jsonb := '[]';
begin
  if whole then
    if not ledger.is_sound(seed) then
      select coalesce(jsonb_agg(to_jsonb(f)), '[]') into findings from (select * from ledger.sweep() limit 100) f;
    end if;
  else
    swept_to := (select max(e.id) from ledger.journal_entries e);
    if not ledger.mark_if_sound(seed, since => coalesce((
      select s.swept_to from ledger.sweeps s where s.swept_to is not null order by s.id desc limit 1
    ), 0) - behind) then
      select coalesce(jsonb_agg(to_jsonb(f)), '[]') into findings from (select * from ledger.sweep_new() limit 100) f;
    end if;
  end if;

  insert into ledger.sweeps (whole, started_at, ended_at, findings, swept_to)
  values (whole, started, clock_timestamp(), findings, case when findings = '[]' then swept_to end);

  if findings <> '[]' and not exists (select from ledger.closures c where c.reopened_at is null) then
    insert into ledger.closures (reason) values (findings -> 0 ->> 'invariant');
  end if;
  return jsonb_array_length(findings);
end $$;

-- Returns whether ledger.sweep() would find nothing, within one snapshot. Misses a fault for one seed in 2^47. Each
-- sweep draws a new seed, so an attacker who changes the books does not know it.
--
-- A posting moves its account from one state to the next: from (seq - 1, balance_after - amount) to (seq,
-- balance_after). The sum over the states after all postings, minus the states before them, must equal the sum over the
-- accounts' states minus their initial states, which are (0, 0). Then each posting has an account, and each account has
-- exactly one posting for each number up to its own, with the right balance and asset. While an account was in another
-- ledger, its balance here was zero, and no posting here leads to its next state (ledger.jumps). Each entry must also
-- be referenced as often as it has postings: then each posting has an entry, and each entry has all its postings. One
-- sum of fingerprints makes both comparisons.
--
-- Multiplies each posting by a random number that depends on entry and asset. An entry's postings sum to zero in each
-- asset if and only if the products sum to zero. The same method compares each account's `held` with the sum of its
-- open holds.
create or replace function ledger.is_sound(seed bigint) returns boolean
language plpgsql stable security definer
set search_path = pg_catalog, pg_temp
set work_mem = '256MB'
set jit = off
set effective_io_concurrency = 0               -- workers that read ahead would take the CPUs that add up
as $$
begin
  return (
    select coalesce(lines.total, 0) = 0
       and coalesce(lines.prints, 0) + coalesce(jumps.prints, 0)
         = coalesce(accounts.prints, 0) + coalesce(entries.prints, 0)
       and not coalesce(accounts.wrong, false)
       and coalesce(accounts.held, 0) = coalesce(open_holds.held, 0)
       and not exists (
         select from ledger.holds h
         where not exists (select from ledger.journal_entries e where e.id = h.id)
            or h.ended_by is not null and not exists (select from ledger.journal_entries e where e.id = h.ended_by)
       )
       and not exists (
         select from ledger.quote_uses q
         where not exists (select from ledger.journal_entries e where e.id = q.entry_id)
           and not exists (select from ledger.arrived_entries e where e.id = q.entry_id)
       )
    from (
      select sum(ledger.state_fingerprint(account.print, p.seq, p.balance_after)
               - ledger.state_fingerprint(account.print, p.seq - 1, p.balance_after - p.amount)
               + ledger.entry_fingerprint(p.entry_id, seed)) as prints,
             sum(p.amount * hashtextextended(p.asset collate "C", p.entry_id # ~seed))
               filter (where p.asset collate "C" <> all (array(select code from ledger.assets where memo))) as total
      from ledger.postings p
      -- PostgreSQL computes a column of an outer join once per row, and any other column once per state.
      left join lateral (select ledger.account_fingerprint(p.account_id, p.asset, seed) as print) account on true
    ) lines
    cross join (
      select sum(ledger.state_fingerprint(account.print, a.seq, a.posted) - ledger.state_fingerprint(account.print, 0, 0)) as prints,
             bool_or(case when a.held = 0 then a.posted < a.floor else a.posted - a.held < a.floor or a.held < 0 end)
               as wrong,
             sum(a.held * hashint4extended(0, a.id # seed)) filter (where a.held <> 0) as held
      from ledger.accounts a
      left join lateral (select ledger.account_fingerprint(a.id, a.asset, seed) as print) account on true
    ) accounts
    cross join (
      select sum(ledger.state_fingerprint(account.print, j.to_seq, 0)
               - ledger.state_fingerprint(account.print, j.from_seq, 0)) as prints
      from ledger.jumps j join ledger.accounts a on a.id = j.account_id
      cross join lateral (select ledger.account_fingerprint(a.id, a.asset, seed) as print) account
    ) jumps
    cross join (
      select sum(e.postings * ledger.entry_fingerprint(e.id, seed)) as prints from ledger.journal_entries e
    ) entries
    cross join (
      select sum(h.amount * hashint4extended(0, h.account_id # seed)) as held
      from ledger.holds h where h.ended_by is null
    ) open_holds
  );
end $$;

-- Returns every broken invariant of the books. Reads all postings; is_sound() is the cheap test that runs first.
create or replace function ledger.sweep() returns table (invariant text, account_id bigint, entry_id bigint, found text)
language sql stable security definer
set search_path = pg_catalog, pg_temp
set work_mem = '256MB'
set jit = off
as $$
  with account_lines as (
    select account_id, count(*) as lines, max(seq) as last, bool_or(seq <> place + elsewhere) as gap, sum(amount) as total,
           min(entry_id) filter (where balance_after <> running) as broken,
           min(entry_id) filter (where asset <> account_asset) as foreign_asset
    from (
      select p.account_id, p.seq, p.entry_id, p.amount, p.balance_after, p.asset, a.asset as account_asset,
             -- A search per posting would double the time, and few accounts have jumps.
             case when p.account_id in (select account_id from ledger.jumps) then coalesce((
               select sum(j.to_seq - j.from_seq) from ledger.jumps j where j.account_id = p.account_id and j.to_seq < p.seq
             ), 0) else 0 end as elsewhere,
             row_number() over so_far as place, sum(p.amount) over so_far as running
      from ledger.postings p left join ledger.accounts a on a.id = p.account_id
      window so_far as (partition by p.account_id order by p.seq rows unbounded preceding)
    ) p
    group by account_id
  ),
  jumped as (
    select account_id, sum(to_seq - from_seq) as elsewhere from ledger.jumps group by account_id
  ),
  open_holds as (
    select account_id, sum(amount) as total from ledger.holds where ended_by is null group by account_id
  )
  select case
      when l.broken is not null then 'each posting''s balance_after is the sum up to it'
      when l.foreign_asset is not null then 'postings are in the account''s asset'
      when l.gap or a.seq <> coalesce(l.lines, 0) + coalesce(j.elsewhere, 0)
        then 'postings are numbered 1 to seq without a gap'
      when a.posted <> coalesce(l.total, 0) then 'an account''s balance is the sum of its postings'
      when a.held <> coalesce(h.total, 0) then 'held is the sum of the open holds'
      when a.posted - a.held < a.floor or a.held < 0 then 'no account is below its floor'
      else 'postings and holds belong to an account'
    end,
    coalesce(a.id, l.account_id, h.account_id), coalesce(l.broken, l.foreign_asset),
    format('posted %s held %s floor %s seq %s; %s postings up to %s sum to %s; open holds %s',
           a.posted, a.held, a.floor, a.seq, l.lines, l.last, l.total, h.total)
  from ledger.accounts a
  full join account_lines l on l.account_id = a.id
  full join open_holds h on h.account_id = a.id
  left join jumped j on j.account_id = a.id
  where a.id is null or l.broken is not null or l.foreign_asset is not null
     or l.gap or a.seq <> coalesce(l.lines, 0) + coalesce(j.elsewhere, 0)
     or a.posted <> coalesce(l.total, 0) or a.held <> coalesce(h.total, 0)
     or a.posted - a.held < a.floor or a.held < 0
  union all
  select case
      when e.id is null then 'each posting belongs to an entry'
      else 'each entry sums to zero in each asset that is money'
    end,
    null, l.entry_id, format('%s %s', l.total, l.asset)
  from (select p.entry_id, p.asset, sum(p.amount) as total from ledger.postings p group by p.entry_id, p.asset) l
  left join ledger.journal_entries e on e.id = l.entry_id
  where e.id is null or l.total <> 0 and l.asset not in (select code from ledger.assets where memo)
  union all
  select 'each entry has all of its postings', null, e.id, format('%s of %s', coalesce(l.postings, 0), e.postings)
  from ledger.journal_entries e
  left join (select p.entry_id, count(*) as postings from ledger.postings p group by p.entry_id) l on l.entry_id = e.id
  where e.postings <> coalesce(l.postings, 0)
  union all
  select 'a hold is opened and ended by an entry', h.account_id, h.id, format('ended by %s', h.ended_by)
  from ledger.holds h
  where not exists (select from ledger.journal_entries e where e.id = h.id)
     or h.ended_by is not null and not exists (select from ledger.journal_entries e where e.id = h.ended_by)
  union all
  select 'a quote is used by an entry', null, q.entry_id, q.quote_id::text
  from ledger.quote_uses q
  where not exists (select from ledger.journal_entries e where e.id = q.entry_id)
    and not exists (select from ledger.arrived_entries e where e.id = q.entry_id)
$$;

revoke execute on function ledger.run_sweep, ledger.is_sound, ledger.sweep from public;
grant execute on function ledger.run_sweep, ledger.sweep to florin_app;
