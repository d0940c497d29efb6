-- The sweep of what is new finds its lines where they were written, one after the other, in place of account by account.
-- docs/decisions/0035.

-- The last entry there was when a sweep of what is new began; null where it marked nothing.
alter table ledger.sweeps add column swept_to bigint;

-- The accounts that are not where their marks are. Both are read in order: less than to hash a million of them.
create function ledger.changed_accounts()
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

drop function ledger.mark_if_sound(bigint);

-- Whether ledger.sweep_new() would find nothing, but for one seed in 2^60; then the marks are moved to where the accounts
-- are. What all new postings lead to, less what they come from, has to be what the accounts are at, less their marks. One
-- statement, so one snapshot.
--
-- New postings are looked for among those of entries after `since`. One that belongs to an earlier entry is missing from
-- the sums, so that the answer is no, and ledger.sweep_new() looks for all of them.
create function ledger.mark_if_sound(seed bigint, since bigint) returns boolean
language sql volatile security definer
set search_path = pg_catalog, pg_temp
set work_mem = '64MB'
set enable_nestloop = off                       -- whatever the planner thinks of the numbers, each table is read once,
set enable_mergejoin = off
set enable_seqscan = off                        -- and of the postings only the last, by their index on entries
set jit = off
as $$
  with changed as materialized (
    select * from ledger.changed_accounts()
  ),
  verdict as materialized (
    select coalesce(lines.total, 0) = 0
       and coalesce(lines.way, 0) = coalesce(accounts.way, 0)
       and not coalesce(accounts.wrong, false)
       and lines.of_entries = lines.number as sound
    from (
      select sum(ledger.state_print(p.account_id, p.asset, p.seq, p.balance_after, seed)
               - ledger.state_print(p.account_id, p.asset, p.seq - 1, p.balance_after - p.amount, seed)) as way,
             sum(p.amount * hashtextextended(p.asset, p.entry_id # ~seed))
               filter (where p.asset <> all (array(select code from ledger.assets where memo))) as total,
             count(*) as number, count(e.id) as of_entries
      from ledger.postings p
      join changed c on c.id = p.account_id and p.seq > c.swept_seq
      left join ledger.journal_entries e on e.id = p.entry_id and e.id > since
      where p.entry_id > since
    ) lines
    cross join (
      select sum(ledger.state_print(id, asset, seq, posted, seed)
               - ledger.state_print(id, asset, swept_seq, swept_posted, seed)) as way,
             bool_or(gone or posted - held < floor or held < 0) as wrong
      from changed
    ) accounts
  ),
  marked as (
    insert into ledger.swept (account_id, seq, posted)
    select id, seq, posted from changed where (select sound from verdict)
    on conflict (account_id) do update set seq = excluded.seq, posted = excluded.posted
  )
  select sound from verdict
$$;

create or replace function ledger.run_sweep(whole boolean) returns int
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
#variable_conflict use_variable
declare
  started  constant timestamptz := clock_timestamp();
  seed     constant bigint      := hashtextextended(gen_random_uuid()::text, 0);
  -- Entries become visible in another order than that of their numbers: batches under way have numbers of before.
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

revoke execute on function ledger.changed_accounts, ledger.mark_if_sound from public;
