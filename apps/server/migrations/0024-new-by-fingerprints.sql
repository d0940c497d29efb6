-- The sweep of what is new, by fingerprints, too: whether anything is wrong with it is answered without sorting, and only if
-- something is does ledger.sweep_new() name rows, as ever. docs/decisions/0035.

-- Each sweep updates the marks of what has changed: room for it in place.
alter table ledger.swept set (fillfactor = 60);

-- The fingerprint of a state of an account, a quarter of it, as in ledger.is_sound(), which says what it is for.
create function ledger.state_print(account_id bigint, asset text, seq bigint, balance numeric, seed bigint) returns bigint
language sql immutable parallel safe as $$
  select hashint8extended(seq, hash_numeric_extended(balance, hashtextextended(asset, account_id # seed))) >> 2
$$;

-- Whether ledger.sweep_new() would find nothing, but for one seed in 2^60; then the marks are moved to where the accounts
-- are. What all new postings lead to, less what they come from, has to be what the accounts are at, less their marks. One
-- statement, so one snapshot.
create function ledger.mark_if_sound(seed bigint) returns boolean
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
    select p.account_id, p.seq, p.entry_id, p.asset, p.amount, p.balance_after
    from changed c join ledger.postings p on p.account_id = c.id and p.seq > c.swept_seq
  ),
  verdict as materialized (
    select coalesce(lines.total, 0) = 0
       and coalesce(lines.way, 0) = coalesce(accounts.way, 0)
       and not coalesce(accounts.wrong, false)
       and not exists (
         select from (select entry_id from line group by entry_id) l
         where not exists (select from ledger.journal_entries e where e.id = l.entry_id)
       ) as sound
    from (
      select sum(ledger.state_print(account_id, asset, seq, balance_after, seed)
               - ledger.state_print(account_id, asset, seq - 1, balance_after - amount, seed)) as way,
             sum(amount * hashtextextended(asset, entry_id # ~seed))
               filter (where asset <> all (array(select code from ledger.assets where memo))) as total
      from line
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
  findings jsonb := '[]';
begin
  if whole then
    if not ledger.is_sound(seed) then
      select coalesce(jsonb_agg(to_jsonb(f)), '[]') into findings from (select * from ledger.sweep() limit 100) f;
    end if;
  elsif not ledger.mark_if_sound(seed) then
    select coalesce(jsonb_agg(to_jsonb(f)), '[]') into findings from (select * from ledger.sweep_new() limit 100) f;
  end if;

  insert into ledger.sweeps (whole, started_at, ended_at, findings)
  values (whole, started, clock_timestamp(), findings);

  if findings <> '[]' and not exists (select from ledger.closures c where c.reopened_at is null) then
    insert into ledger.closures (reason) values (findings -> 0 ->> 'invariant');
  end if;
  return jsonb_array_length(findings);
end $$;

revoke execute on function ledger.mark_if_sound, ledger.state_print from public;
