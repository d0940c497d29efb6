-- Posts a batch of entries in one commit, and returns one outcome per entry.
--
-- The batch is flat: entries, postings, draws and reservations are parallel arrays. Postings, draws and reservations
-- name their entry by its place, counted from 1. Postings and draws are in the order of their entries. A batch has at
-- most 4095 entries. An entry opens or ends at most one hold. An entry that ends a hold posts the hold if it moves
-- anything, and releases the hold otherwise. A posting to the house names a lane. A draw names its allowance and the
-- current limit; a negative draw returns some of the allowance.
--
-- Each entry is decided as if the entries before it had been posted one by one. The batch is handled as a whole where the
-- order cannot matter: when each account's opening balance covers all that the batch takes from the account. Otherwise the
-- slow path walks only the entries that touch an uncovered account, repeat a key or a quote, or end a hold.
--
-- An entry whose key is in public.command_keys is a conflict: that table has the keys of all commands except sends.
--
-- Locks, always in this order: new allowances by name, accounts by id, quotes by id, entries by key. Each class is
-- locked in sorted order by one statement, so two batches cannot deadlock. Everything else is read after the accounts
-- are locked, by a newer snapshot: this needs READ COMMITTED. The same statement locks the accounts and moves their
-- balances, before anything else about the batch is known. If an account is not covered, the statement is rolled back,
-- and the accounts are locked without a change. The amounts of entries that turn out to be bad later are moved back all
-- together.
--
-- Raises FL001 while the ledger is closed, and the violation of closed_accounts_are_empty if an entry that would be
-- posted names a closed account. Raises 40001 when another batch wrote the same key or quote at the same moment: run
-- the batch again.
create or replace function ledger.post(
  entry_key           uuid[],
  entry_actor         uuid[],
  entry_hash          bigint[],
  entry_kind          text[],
  entry_metadata      jsonb[],
  posting_entry       int[],
  posting_account     bigint[],
  posting_amount      numeric[],
  draw_entry          int[]         default '{}',
  draw_owner          uuid[]        default '{}',
  draw_kind           text[]        default '{}',
  draw_asset          text[]        default '{}',
  draw_slot           text[]        default '{}',
  draw_amount         numeric[]     default '{}',
  draw_limit          numeric[]     default '{}',
  entry_quote         uuid[]        default '{}',
  entry_quote_expires timestamptz[] default '{}',
  entry_ends_hold     bigint[]      default '{}',
  reserve_entry       int[]         default '{}',
  reserve_account     bigint[]      default '{}',
  reserve_amount      numeric[]     default '{}',
  reserve_expires     timestamptz[] default '{}',
  entry_effective     timestamptz[] default '{}',
  out outcome ledger.outcome[],
  out id      bigint[],
  out account bigint[],
  out recorded_at     timestamptz,              -- of every entry posted now
  out posting_seq     bigint[],                 -- of every posting written now, in the order of the batch
  out posting_balance numeric[]                 -- the account's balance after each of these postings
)
language plpgsql security definer
set search_path = pg_catalog, pg_temp
set plan_cache_mode = force_generic_plan        -- plans once, whatever the lengths of the arrays
set enable_nestloop = off                       -- joins two arrays of a thousand by hash
set enable_bitmapscan = off                     -- reads and locks accounts in the order of their ids
set enable_seqscan = off                        -- does not scan tables that were empty at planning
set jit = off                                   -- the settings above make plans look expensive to it
as $$
#variable_conflict use_column
declare
  size   constant int := cardinality(entry_key);
  moved  boolean := false;                      -- the balances are already those after the whole batch
  moment timestamptz;
  base   bigint;                                -- an entry's id is base + its place
  good   boolean[] := array_fill(true, array[size]);
  goods  int := size;
  written int;

  -- Every line that moves a balance: the postings, then the draws with their limits.
  draw_account bigint[]  := '{}';
  line_entry   int[]     := posting_entry;
  line_account bigint[]  := posting_account;
  line_amount  numeric[] := posting_amount;
  line_floor   numeric[] := '{}';

  -- The accounts before the batch, and the accounts that may not cover all that the batch takes.
  opening_id          bigint[];
  opening_asset       text[];
  opening_posted      numeric[];
  opening_seq         bigint[];
  uncovered_id        bigint[];
  uncovered_available numeric[];
  uncovered_floor     numeric[];
  closed_id           bigint[];

  malformed int[];
begin
  if size not between 1 and 4095 then
    raise 'a batch has 1 to 4095 entries, not %', size;
  end if;

  if exists (select from ledger.closures c where c.reopened_at is null) then
    raise 'the ledger is closed' using errcode = 'FL001';
  end if;

  if cardinality(draw_entry) > 0 then
    draw_slot := ledger.periods(draw_slot);
    draw_account := ledger.allowances(draw_owner, draw_kind, draw_asset, draw_slot, draw_limit);
    line_entry   := posting_entry || draw_entry;
    line_account := posting_account || draw_account;
    line_amount  := posting_amount || array(select -amount from unnest(draw_amount) amount);
    line_floor   := array_fill(null::numeric, array[cardinality(posting_entry)])
                    || array(select -ceiling from unnest(draw_limit) ceiling);
  end if;

  -- Lock the accounts and move their balances at once, if each account exists and covers all that the batch takes.
  if cardinality(entry_ends_hold) = 0 and cardinality(reserve_entry) = 0 then
    begin
      with change as materialized (
        select account, sum(amount) as amount, count(*) as lines, sum(least(amount, 0)) as taken,
               min(floor) as lowest, max(floor) as highest, bool_and(ledger.is_amount(amount)) as valid
        from unnest(line_account, line_amount, line_floor) l (account, amount, floor)
        group by account
        order by account
      ),
      covered as (
        update ledger.accounts a
        set posted = a.posted + c.amount, seq = a.seq + c.lines
        from change c
        where a.id = c.account and a.id = any (line_account) and c.valid and not a.closed
          and (a.posted - a.held + c.taken < a.floor or c.lowest <> a.floor or c.highest <> a.floor) is not true
        returning a.id, a.asset, a.posted - c.amount as posted, a.seq - c.lines as seq
      )
      select array_agg(c.id), array_agg(c.asset), array_agg(c.posted), array_agg(c.seq),
             count(*) = (select count(*) from change)
      into opening_id, opening_asset, opening_posted, opening_seq, moved
      from covered c;
      if not moved then raise 'not all are covered' using errcode = 'FL002'; end if;
    exception when sqlstate 'FL002' or check_violation then
      moved := false;
    end;
  end if;

  if not moved then
    -- Lock the accounts, and find the accounts whose opening balance does not cover the batch.
    with touched as materialized (
      select account, sum(least(amount, 0)) as taken, min(floor) as lowest, max(floor) as highest
      from (
        select * from unnest(line_account, line_amount, line_floor)
        union all
        select account, -amount, null from unnest(reserve_account, reserve_amount) r (account, amount)
        union all
        select h.account_id, 0, null from ledger.holds h where h.id = any (entry_ends_hold)
      ) change (account, amount, floor)
      group by account
    ),
    locked as materialized (
      select a.id, a.asset, a.posted, a.posted - a.held as available, a.seq, a.floor, a.closed
      from ledger.accounts a
      where a.id = any (array(select account from touched))
      order by a.id
      for no key update
    ),
    seen as (
      select l.*, l.available + t.taken < l.floor or t.lowest <> l.floor or t.highest <> l.floor as uncovered
      from locked l join touched t on t.account = l.id
    )
    select array_agg(s.id), array_agg(s.asset), array_agg(s.posted), array_agg(s.seq),
           array_agg(s.id) filter (where uncovered),
           array_agg(s.available) filter (where uncovered),
           array_agg(s.floor) filter (where uncovered),
           array_agg(s.id) filter (where closed)
    into opening_id, opening_asset, opening_posted, opening_seq, uncovered_id, uncovered_available, uncovered_floor,
         closed_id
    from seen s;
  end if;

  opening_id := coalesce(opening_id, '{}');

  moment := clock_timestamp();
  base   := nextval('ledger.entry_blocks') * 4096;

  -- Find the entries that do not sum to zero in each asset, or have an impossible amount.
  select array_agg(entry) into malformed
  from (
    select p.entry
    from unnest(posting_entry, posting_account, posting_amount) p (entry, account, amount)
    left join unnest(opening_id, opening_asset) o (id, asset) on o.id = p.account
    group by p.entry, o.asset
    having o.asset is null or sum(p.amount) <> 0 or not bool_and(ledger.is_amount(p.amount))
        or p.entry not between 1 and size
    union all
    select entry from unnest(draw_entry, draw_account, draw_amount, draw_limit) d (entry, account, amount, ceiling)
    where account is null or not ledger.is_amount(amount) or not ledger.is_limit(ceiling)
    union all
    select entry from unnest(reserve_entry, reserve_account, reserve_amount) r (entry, account, amount)
    group by entry
    having count(*) > 1 or not bool_and(account = any (opening_id) and ledger.is_amount(amount) and amount > 0)
  ) bad;

  if exists (select from unnest(malformed || draw_entry || reserve_entry) entry where entry not between 1 and size) then
    raise 'a line of the batch names an entry that is not in it';
  end if;

  if uncovered_id is not null
    or malformed is not null
    or cardinality(entry_ends_hold) > 0
    or exists (select from ledger.journal_entries e where e.key = any (entry_key))
    or exists (select from public.command_keys b where b.key = any (entry_key))
    or (select count(distinct key) from unnest(entry_key) key) < size
    or cardinality(entry_quote) > 0 and (
      exists (select from ledger.quote_uses q where q.quote_id = any (entry_quote))
      or exists (select from unnest(entry_quote_expires) expires where expires <= moment)
      or (select count(quote) > count(distinct quote) from unnest(entry_quote) quote))
  then
    -- The slow path.
    declare
      e       record;
      first   int;
      refused int;
      -- The place of the first entry that names a key, quote or hold represents that key, quote or hold.
      key_taken_by int[]     := array_fill(null::int, array[size]);
      quote_used   boolean[] := array_fill(false, array[size]);
      hold_ended   boolean[] := array_fill(false, array[size]);
    begin
      -- Reject the entries that are invalid in any order.
      with bad as (
        select entry, min(account) filter (where missing) as account, bool_or(missing) as missing
        from (
          select p.entry, p.account, p.account <> all (opening_id) as missing
          from unnest(posting_entry, posting_account) p (entry, account)
          union all
          select d.entry, null, d.account is null from unnest(draw_entry, draw_account) d (entry, account)
          union all
          select r.entry, r.account, r.account <> all (opening_id)
          from unnest(reserve_entry, reserve_account) r (entry, account)
        ) named
        where entry = any (malformed)
        group by entry
      ),
      verdict as (
        select n.place, stored.id, bad.account,
          case
            when stored.request_hash = n.hash then 'duplicate'
            when stored.id is not null or bound.key is not null then 'conflict'
            when bad.missing then 'unknown_account'
            when bad.entry is not null then 'unbalanced'
            when n.ends_hold is not null and (
              h.id is null or h.ended_by is not null or h.expires_at <= moment and n.place = any (posting_entry)
            ) then 'hold_not_open'
            when used.quote_id is not null then 'quote_used'
            when n.quote_expires <= moment then 'quote_expired'
          end::ledger.outcome as outcome
        from unnest(entry_key, entry_hash, entry_quote, entry_quote_expires, entry_ends_hold)
          with ordinality n (key, hash, quote, quote_expires, ends_hold, place)
        left join (select * from ledger.journal_entries j where j.key = any (entry_key)) stored on stored.key = n.key
        left join (select * from public.command_keys b where b.key = any (entry_key)) bound on bound.key = n.key
        left join (select * from ledger.quote_uses q where q.quote_id = any (entry_quote)) used
          on used.quote_id = n.quote
        left join (select * from ledger.holds h where h.id = any (entry_ends_hold)) h on h.id = n.ends_hold
        left join bad on bad.entry = n.place
      )
      select array_agg(v.outcome order by place), array_agg(v.id order by place), array_agg(v.account order by place)
      into outcome, id, account
      from verdict v;

      -- Decide the other entries one by one.
      for e in
        with change as (
          select entry, account, sum(amount) as amount, max(floor) as floor, min(leg) as leg
          from (
            select entry, account, amount, floor, leg
            from unnest(line_entry, line_account, line_amount, line_floor)
              with ordinality l (entry, account, amount, floor, leg)
            union all
            select entry, account, -amount, null, 100000
            from unnest(reserve_entry, reserve_account, reserve_amount) r (entry, account, amount)
            union all
            select n.place, h.account_id, h.amount, null, 100000
            from unnest(entry_ends_hold) with ordinality n (hold, place)
            join (select * from ledger.holds h where h.id = any (entry_ends_hold)) h on h.id = n.hold
          ) c
          group by entry, account
        ),
        tracked as (
          select c.entry, array_agg(u.place order by c.leg) as account, array_agg(c.amount order by c.leg) as amount,
                 array_agg(c.floor order by c.leg) as floor
          from change c join unnest(uncovered_id) with ordinality u (id, place) on u.id = c.account
          group by c.entry
        ),
        entry as (
          select place::int, hash, quote, ends_hold,
                 min(place) over (partition by key) as key_first, count(*) over (partition by key) as key_times,
                 min(place) over (partition by quote) as quote_first, count(*) over (partition by quote) as quote_times,
                 min(place) over (partition by ends_hold) as hold_first
          from unnest(entry_key, entry_hash, entry_quote, entry_ends_hold)
            with ordinality n (key, hash, quote, ends_hold, place)
        )
        select n.*, t.account, t.amount, t.floor
        from entry n left join tracked t on t.entry = n.place
        where t.entry is not null or key_times > 1 or quote is not null and quote_times > 1 or ends_hold is not null
        order by n.place
      loop
        continue when outcome[e.place] in ('duplicate', 'conflict');

        if key_taken_by[e.key_first] is not null then
          first            := key_taken_by[e.key_first];
          outcome[e.place] := case when entry_hash[first] = e.hash then 'duplicate' else 'conflict' end;
          id[e.place]      := base + first;
          account[e.place] := null;
          continue;
        end if;
        continue when outcome[e.place] in ('unknown_account', 'unbalanced', 'hold_not_open');

        if e.ends_hold is not null and hold_ended[e.hold_first] then
          outcome[e.place] := 'hold_not_open';
          continue;
        end if;
        if e.quote is not null and quote_used[e.quote_first] then
          outcome[e.place] := 'quote_used';
        end if;
        continue when outcome[e.place] is not null;

        -- e.account, e.amount and e.floor are the effects of the entry on uncovered accounts, in the order of its
        -- lines.
        refused := null;
        for i in 1..coalesce(cardinality(e.account), 0) loop
          if e.amount[i] < 0
            and uncovered_available[e.account[i]] + e.amount[i] < coalesce(e.floor[i], uncovered_floor[e.account[i]])
            and (refused is null or e.floor[refused] is not null and e.floor[i] is null)
          then
            refused := i;
          end if;
        end loop;
        if refused is not null then
          outcome[e.place] := case when e.floor[refused] is null then 'insufficient' else 'limit' end;
          account[e.place] := uncovered_id[e.account[refused]];
          continue;
        end if;

        for i in 1..coalesce(cardinality(e.account), 0) loop
          uncovered_available[e.account[i]] := uncovered_available[e.account[i]] + e.amount[i];
          -- A return is accepted under any limit. If the usage exceeds the limit, the floor becomes the usage.
          uncovered_floor[e.account[i]]     := least(coalesce(e.floor[i], uncovered_floor[e.account[i]]),
                                                     uncovered_available[e.account[i]]);
        end loop;
        key_taken_by[e.key_first] := e.place;
        if e.quote is not null then quote_used[e.quote_first] := true; end if;
        if e.ends_hold is not null then hold_ended[e.hold_first] := true; end if;
      end loop;

      good  := array(select o is null from unnest(outcome) with ordinality v (o, place) order by place);
      goods := (select count(*) from unnest(good) g where g);

      -- The last accepted limit becomes the account's floor.
      if cardinality(draw_entry) > 0 and uncovered_id is not null then
        line_floor := array(
          select coalesce(u.floor, l.floor)
          from unnest(line_account, line_floor) with ordinality l (account, floor, leg)
          left join unnest(uncovered_id, uncovered_floor) u (id, floor) on u.id = l.account
          order by leg);
      end if;
    end;
  end if;

  -- The constraint sees balances only, and entries of one batch can add up to zero.
  if closed_id is not null and exists (
    select from unnest(line_entry, line_account) l (entry, account) where good[entry] and account = any (closed_id)
  ) then
    raise 'the account is closed' using errcode = 'check_violation', constraint = 'closed_accounts_are_empty';
  end if;

  -- Write. Holds end before money moves and begin after it, so the floor is kept at every step.
  if cardinality(entry_ends_hold) > 0 then
    with ended as (
      update ledger.holds h
      set ended_by = base + place, ending = case when place = any (posting_entry) then 'posted' else 'released' end
      from unnest(entry_ends_hold) with ordinality n (hold, place)
      where good[place] and h.id = n.hold and h.id = any (entry_ends_hold)
      returning h.account_id, h.amount
    )
    update ledger.accounts a
    set held = a.held - t.amount
    from (select account_id, sum(amount) as amount from ended group by account_id) t
    where a.id = t.account_id and a.id = any (opening_id);
  end if;

  if cardinality(entry_quote) > 0 then
    with used as (
      insert into ledger.quote_uses (quote_id, entry_id)
      select quote, base + place from unnest(entry_quote) with ordinality n (quote, place)
      where quote is not null and good[place]
      order by quote
      on conflict do nothing
      returning quote_id
    )
    select count(*) into written from used;
    if written < (select count(quote) from unnest(entry_quote, good) n (quote, good) where good) then
      raise 'another batch uses the same quote' using errcode = '40001';
    end if;
  end if;

  -- The keys were checked above: an insert that checks each row again (on conflict) costs a third more.
  begin
    insert into ledger.journal_entries
      (id, key, actor, request_hash, recorded_at, effective_at, kind, metadata, postings)
    select base + place, key, actor, hash, moment, effective, kind, metadata, coalesce(l.postings, 0)
    from unnest(entry_key, entry_actor, entry_hash, entry_effective, entry_kind, entry_metadata)
      with ordinality n (key, actor, hash, effective, kind, metadata, place)
    left join (select entry, count(*) as postings from unnest(line_entry) entry group by entry) l on l.entry = place
    where good[place]
    order by key;
  exception when unique_violation then
    raise 'another batch writes the same key' using errcode = '40001';
  end;

  if not moved or goods < size then
    update ledger.accounts a
    set posted = o.posted + coalesce(l.change, 0), seq = o.seq + coalesce(l.lines, 0), floor = coalesce(l.floor, a.floor)
    from unnest(opening_id, opening_seq, opening_posted) o (id, seq, posted)
    left join (
      select account, sum(amount) as change, count(*) as lines, (array_agg(floor order by leg desc))[1] as floor
      from unnest(line_entry, line_account, line_amount, line_floor)
        with ordinality l (entry, account, amount, floor, leg)
      where good[entry]
      group by account
    ) l on l.account = o.id
    where a.id = o.id and a.id = any (opening_id) and (moved or l.account is not null);
  end if;

  with line as materialized (
    select entry, account, amount, leg, row_number() over so_far as nth, sum(amount) over so_far as change
    from unnest(line_entry, line_account, line_amount) with ordinality l (entry, account, amount, leg)
    where good[entry]
    window so_far as (partition by account order by leg rows unbounded preceding)
  ),
  posted as (
    insert into ledger.postings (account_id, seq, entry_id, recorded_on, amount, balance_after, asset)
    select o.id, o.seq + l.nth, base + l.entry, (moment at time zone 'UTC')::date, l.amount, o.posted + l.change, o.asset
    from line l
    join unnest(opening_id, opening_seq, opening_posted, opening_asset) o (id, seq, posted, asset) on o.id = l.account
  )
  select array_agg(o.seq + l.nth order by l.leg), array_agg(o.posted + l.change order by l.leg)
  into posting_seq, posting_balance
  from line l
  join unnest(opening_id, opening_seq, opening_posted) o (id, seq, posted) on o.id = l.account
  where l.leg <= cardinality(posting_entry);

  if cardinality(reserve_entry) > 0 then
    insert into ledger.holds (id, account_id, amount, expires_at)
    select base + entry, account, amount, expires
    from unnest(reserve_entry, reserve_account, reserve_amount, reserve_expires) r (entry, account, amount, expires)
    where good[entry];

    update ledger.accounts a
    set held = a.held + t.amount
    from (
      select account, sum(amount) as amount
      from unnest(reserve_entry, reserve_account, reserve_amount) r (entry, account, amount)
      where good[entry]
      group by account
    ) t
    where a.id = t.account and a.id = any (opening_id);
  end if;

  recorded_at := moment;
  if goods = size then
    outcome := array_fill('posted'::ledger.outcome, array[size]);
    id      := array(select base + place from generate_series(1, size) place);
    account := array_fill(null::bigint, array[size]);
  else
    outcome := array(select coalesce(o, 'posted') from unnest(outcome) with ordinality v (o, place) order by place);
    id      := array(select case when good[place] then base + place else i end
                     from unnest(id) with ordinality v (i, place) order by place);
  end if;
end $$;

revoke execute on function ledger.post from public;
grant execute on function ledger.post to florin_app;
