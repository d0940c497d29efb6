-- Returns whether ledger.sweep_new() would find nothing, and if so, moves the marks to the current states of the
-- accounts. Misses a fault for one seed in 2^60. The states after the new postings, minus the states before them, must
-- equal the accounts' states minus their marks. One statement, so one snapshot. Where other ledgers have postings of an
-- account (ledger.jumps), its balance is zero before and after. The jump then counts like one posting.
--
-- Reads only the postings of entries after `since`. A new posting of an earlier entry is missing from the sums: the
-- answer is false, and ledger.sweep_new() reads all new postings.
create or replace function ledger.mark_if_sound(seed bigint, since bigint) returns boolean
language sql volatile security definer
set search_path = pg_catalog, pg_temp
set work_mem = '64MB'
set enable_nestloop = off                       -- whatever the planner estimates, each table is read once,
set enable_mergejoin = off
set enable_seqscan = off                        -- and only the last postings, by their index on entries
set jit = off
as $$
  with changed as materialized (
    select * from ledger.changed_accounts()
  ),
  verdict as materialized (
    select coalesce(lines.total, 0) = 0
       and coalesce(lines.way, 0) + coalesce(jumps.way, 0) = coalesce(accounts.way, 0)
       and not coalesce(accounts.wrong, false)
       and lines.of_entries = lines.number as sound
    from (
      select sum(ledger.account_state_fingerprint(p.account_id, p.asset, p.seq, p.balance_after, seed)
               - ledger.account_state_fingerprint(p.account_id, p.asset, p.seq - 1, p.balance_after - p.amount, seed)) as way,
             sum(p.amount * hashtextextended(p.asset, p.entry_id # ~seed))
               filter (where p.asset <> all (array(select code from ledger.assets where memo))) as total,
             count(*) as number, count(e.id) as of_entries
      from ledger.postings p
      join changed c on c.id = p.account_id and p.seq > c.swept_seq
      left join ledger.journal_entries e on e.id = p.entry_id and e.id > since
      where p.entry_id > since
    ) lines
    cross join (
      select sum(ledger.account_state_fingerprint(id, asset, seq, posted, seed)
               - ledger.account_state_fingerprint(id, asset, swept_seq, swept_posted, seed)) as way,
             bool_or(gone or posted - held < floor or held < 0) as wrong
      from changed
    ) accounts
    cross join (
      select sum(ledger.account_state_fingerprint(c.id, c.asset, j.to_seq, 0, seed)
               - ledger.account_state_fingerprint(c.id, c.asset, j.from_seq, 0, seed)) as way
      from ledger.jumps j join changed c on c.id = j.account_id and j.from_seq >= c.swept_seq
    ) jumps
  ),
  marked as (
    insert into ledger.swept (account_id, seq, posted)
    select id, seq, posted from changed where (select sound from verdict)
    on conflict (account_id) do update set seq = excluded.seq, posted = excluded.posted
  )
  select sound from verdict
$$;

-- Returns the accounts that differ from their marks. Reads both tables in key order, which is cheaper than hashing a million
-- rows.
create or replace function ledger.changed_accounts()
returns table (id bigint, gone boolean, asset text, floor numeric, posted numeric, held numeric, seq bigint,
               swept_seq bigint, swept_posted numeric)
language sql stable
set search_path = pg_catalog, pg_temp
set enable_hashjoin = off
set enable_seqscan = off
set jit = off
as $$
  select coalesce(a.id, s.account_id), a.id is null, a.asset, a.floor, a.posted, a.held, a.seq,
         coalesce(s.seq, 0), coalesce(s.posted, 0)
  from ledger.accounts a full join ledger.swept s on s.account_id = a.id
  where a.id is null or a.seq <> coalesce(s.seq, 0) or a.posted <> coalesce(s.posted, 0)
$$;

-- Returns every broken invariant of the new postings; the whole sweep checks holds and quotes. One statement, so one
-- snapshot: it sees the marks together with the postings. So an entry's zero sum is complete in the first run that sees
-- the entry.
create or replace function ledger.sweep_new() returns table (invariant text, account_id bigint, entry_id bigint, found text)
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
           p.seq <> c.swept_seq + row_number() over so_far + coalesce((
             select sum(j.to_seq - j.from_seq) from ledger.jumps j
             where j.account_id = c.id and j.from_seq >= c.swept_seq and j.to_seq < p.seq
           ), 0) as gap,
           p.balance_after <> c.swept_posted + sum(p.amount) over so_far as broken
    from changed c join ledger.postings p on p.account_id = c.id and p.seq > c.swept_seq
    window so_far as (partition by p.account_id order by p.seq rows unbounded preceding)
  ),
  account_lines as (
    select account_id, count(*) as lines, sum(amount) as total, bool_or(gap) as gap,
           min(entry_id) filter (where broken) as broken, min(entry_id) filter (where foreign_asset) as foreign_asset
    from line group by account_id
  ),
  jumped as (
    select c.id as account_id, sum(j.to_seq - j.from_seq) as elsewhere
    from ledger.jumps j join changed c on c.id = j.account_id and j.from_seq >= c.swept_seq
    group by c.id
  ),
  finding as materialized (
    select case
        when c.gone then 'postings and holds belong to an account'
        when l.broken is not null then 'each posting''s balance_after is the sum up to it'
        when l.foreign_asset is not null then 'postings are in the account''s asset'
        when l.gap or c.seq <> c.swept_seq + coalesce(l.lines, 0) + coalesce(j.elsewhere, 0)
          then 'postings are numbered 1 to seq without a gap'
        when c.posted <> c.swept_posted + coalesce(l.total, 0) then 'an account''s balance is the sum of its postings'
        else 'no account is below its floor'
      end as invariant,
      c.id as account_id, coalesce(l.broken, l.foreign_asset) as entry_id,
      format('posted %s held %s floor %s seq %s; since %s at seq %s: %s postings sum to %s', c.posted, c.held, c.floor,
             c.seq, c.swept_posted, c.swept_seq, l.lines, l.total) as found
    from changed c
    left join account_lines l on l.account_id = c.id
    left join jumped j on j.account_id = c.id
    where c.gone or l.broken is not null or l.foreign_asset is not null or l.gap
       or c.seq <> c.swept_seq + coalesce(l.lines, 0) + coalesce(j.elsewhere, 0) or c.posted <> c.swept_posted + coalesce(l.total, 0)
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

revoke execute on function ledger.mark_if_sound, ledger.changed_accounts, ledger.sweep_new from public;
