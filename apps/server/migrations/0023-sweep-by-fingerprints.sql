-- The whole sweep in a fraction of the time: whether anything is wrong is answered by fingerprints, without sorting and by
-- several processes at once; what is wrong is named by ledger.sweep(), as ever. docs/decisions/0031.

drop view ledger.quick_sweep;

-- Whether ledger.sweep() would find nothing, by one snapshot. Where it would find something, this says so but for one seed
-- in 2^60; whoever alters the books does not know the seed, which is drawn for each sweep.
--
-- A posting leads its account from one state to the next: from (seq - 1, balance_after - amount) to (seq, balance_after).
-- What all postings come to, less what they come from, has to be what all accounts are at, less what they began with,
-- which is (0, 0): then each account has exactly one posting for each number up to its own, each with the right balance
-- and in its asset, and no posting is without an account. The states are compared as sums of their fingerprints.
--
-- And an entry's postings sum to zero in each asset if and only if they do when each is taken a random number of times
-- that depends on the two.
create function ledger.is_sound(seed bigint) returns boolean
language plpgsql stable security definer
set search_path = pg_catalog, pg_temp
set work_mem = '256MB'
set jit = off
as $$
begin
  return (
    select coalesce(lines.total, 0) = 0
       and coalesce(lines.way, 0) = coalesce(accounts.way, 0)
       and not exists (select from ledger.accounts a where a.posted - a.held < a.floor or a.held < 0)
       and not exists (
         select
         from (select a.id, a.held from ledger.accounts a where a.held <> 0) a
         full join (
           select h.account_id, sum(h.amount) as total from ledger.holds h where h.ended_by is null group by h.account_id
         ) h on h.account_id = a.id
         where a.held is distinct from h.total
       )
       and not exists (
         select from ledger.postings p
         where not exists (select from ledger.journal_entries e where e.id = p.entry_id)
       )
       and not exists (
         select from ledger.holds h
         where not exists (select from ledger.journal_entries e where e.id = h.id)
            or h.ended_by is not null and not exists (select from ledger.journal_entries e where e.id = h.ended_by)
       )
       and not exists (
         select from ledger.quote_uses q
         where not exists (select from ledger.journal_entries e where e.id = q.entry_id)
       )
    from (
      -- A quarter of each fingerprint, so that their difference is a bigint, too. The number comes last, as the
      -- fingerprint of the balance 0 is hardly one.
      select sum((hashint8extended(p.seq, hash_numeric_extended(
                    p.balance_after, hashtextextended(p.asset, p.account_id # seed))) >> 2)
               - (hashint8extended(p.seq - 1, hash_numeric_extended(
                    p.balance_after - p.amount, hashtextextended(p.asset, p.account_id # seed))) >> 2)) as way,
             sum(p.amount * hashtextextended(p.asset, p.entry_id # ~seed))
               filter (where p.asset <> all (array(select code from ledger.assets where memo))) as total
      from ledger.postings p
    ) lines
    cross join (
      select sum((hashint8extended(a.seq, hash_numeric_extended(
                    a.posted, hashtextextended(a.asset, a.id # seed))) >> 2)
               - (hashint8extended(0, hash_numeric_extended(
                    0, hashtextextended(a.asset, a.id # seed))) >> 2)) as way
      from ledger.accounts a
    ) accounts
  );
end $$;

-- As it was, and it looks at each number, not only at the last: two years' tables could have the same one.
create or replace function ledger.sweep() returns table (invariant text, account_id bigint, entry_id bigint, found text)
language sql stable security definer
set search_path = pg_catalog, pg_temp
set work_mem = '256MB'
set jit = off
as $$
  with account_lines as (
    select account_id, count(*) as lines, max(seq) as last, bool_or(seq <> place) as gap, sum(amount) as total,
           min(entry_id) filter (where balance_after <> running) as broken,
           min(entry_id) filter (where asset <> account_asset) as foreign_asset
    from (
      select p.account_id, p.seq, p.entry_id, p.amount, p.balance_after, p.asset, a.asset as account_asset,
             row_number() over so_far as place, sum(p.amount) over so_far as running
      from ledger.postings p left join ledger.accounts a on a.id = p.account_id
      window so_far as (partition by p.account_id order by p.seq rows unbounded preceding)
    ) p
    group by account_id
  ),
  open_holds as (
    select account_id, sum(amount) as total from ledger.holds where ended_by is null group by account_id
  )
  select case
      when l.broken is not null then 'each posting''s balance_after is the sum up to it'
      when l.foreign_asset is not null then 'postings are in the account''s asset'
      when l.gap or a.seq <> coalesce(l.lines, 0)
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
  where a.id is null or l.broken is not null or l.foreign_asset is not null
     or l.gap or a.seq <> coalesce(l.lines, 0)
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
  select 'a hold is opened and ended by an entry', h.account_id, h.id, format('ended by %s', h.ended_by)
  from ledger.holds h
  where not exists (select from ledger.journal_entries e where e.id = h.id)
     or h.ended_by is not null and not exists (select from ledger.journal_entries e where e.id = h.ended_by)
  union all
  select 'a quote is used by an entry', null, q.entry_id, q.quote_id::text
  from ledger.quote_uses q
  where not exists (select from ledger.journal_entries e where e.id = q.entry_id)
$$;

create or replace function ledger.run_sweep(whole boolean) returns int
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
#variable_conflict use_variable
declare
  started  constant timestamptz := clock_timestamp();
  findings jsonb := '[]';
begin
  if not whole then
    select coalesce(jsonb_agg(to_jsonb(f)), '[]') into findings from (select * from ledger.sweep_new() limit 100) f;
  elsif not ledger.is_sound(hashtextextended(gen_random_uuid()::text, 0)) then
    select coalesce(jsonb_agg(to_jsonb(f)), '[]') into findings from (select * from ledger.sweep() limit 100) f;
  end if;

  insert into ledger.sweeps (whole, started_at, ended_at, findings)
  values (whole, started, clock_timestamp(), findings);

  if findings <> '[]' and not exists (select from ledger.closures c where c.reopened_at is null) then
    insert into ledger.closures (reason) values (findings -> 0 ->> 'invariant');
  end if;
  return jsonb_array_length(findings);
end $$;

revoke execute on function ledger.is_sound from public;
