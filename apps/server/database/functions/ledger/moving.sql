-- Moves members from one ledger to another (src/ledger/shards/move-members.ts). An account keeps its id and its
-- numbering: old postings stay in the old ledger, and the next postings follow in the new ledger.

-- Returns a member's slot, as slotOf() in src/ledger/shards/ids.ts.
create or replace function ledger.slot_of(owner uuid) returns int
language sql immutable parallel safe set search_path = pg_catalog, pg_temp as $$
  select (get_byte(digest, 0) * 256 + get_byte(digest, 1)) % 1024 from sha256(convert_to(owner::text, 'UTF8')) digest
$$;

-- Stops members of these slots from opening a first account here. Waits for members who are opening one.
create or replace function ledger.leave_slots(slots int[]) returns void
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  lock table ledger.left_slots in exclusive mode;
  insert into ledger.left_slots (slot) select slot from unnest(slots) slot on conflict do nothing;
end $$;

-- Allows members of these slots to open accounts here again.
create or replace function ledger.enter_slots(slots int[]) returns void
language sql security definer set search_path = pg_catalog, pg_temp as $$
  delete from ledger.left_slots l where l.slot = any (slots)
$$;

-- Returns the members of these slots who have accounts here and have not moved away. The house is in every ledger, and
-- stays.
create or replace function ledger.members_in(slots int[]) returns setof uuid
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select distinct a.owner from ledger.accounts a
  where a.id > 0 and a.owner <> '00000000-0000-0000-0000-000000000000' and ledger.slot_of(a.owner) = any (slots)
    and not exists (select from ledger.departed d where d.owner = a.owner)
$$;

-- Gives slots to a ledger. Their members stay where they are until each has moved. In the main database.
create or replace function ledger.begin_move(slots int[], from_shard int, to_shard int, members uuid[]) returns void
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  lock table ledger.slots in share row exclusive mode;
  if exists (
    select from unnest(slots) one left join ledger.slots s on s.slot = one where coalesce(s.shard, 0) <> from_shard
  ) then
    raise 'a slot has moved meanwhile' using errcode = '40001';
  end if;
  insert into ledger.homes (owner, shard) select owner, from_shard from unnest(members) owner on conflict do nothing;
  perform ledger.place_slots(slots, to_shard);
end $$;

-- Records that a member has moved to the ledger of their slot. In the main database.
create or replace function ledger.end_move(member uuid) returns void
language sql security definer set search_path = pg_catalog, pg_temp as $$
  delete from ledger.homes h where h.owner = member
$$;

-- Records that a member has moved to a ledger other than the current ledger of their slot. In the main database.
create or replace function ledger.move_home(member uuid, to_shard int) returns void
language sql security definer set search_path = pg_catalog, pg_temp as $$
  update ledger.homes h set shard = to_shard where h.owner = member
$$;

-- Locks a member who is to move, and returns the ledger that they leave. Returns null if they have moved, or if another
-- transaction moves them. In the main database.
create or replace function ledger.lock_home(member uuid) returns int
language sql security definer set search_path = pg_catalog, pg_temp as $$
  select h.shard from ledger.homes h where h.owner = member for update skip locked
$$;

-- Locks a member's accounts until the transaction ends, and returns the accounts that a move empties. Raises FL004 if
-- the member has reserved money, because a hold does not move. Lock the house's accounts first (ledger.lock_accounts).
create or replace function ledger.lock_member(member uuid)
returns table (account bigint, asset text, posted numeric)
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform from ledger.accounts a where a.owner = member order by a.id for no key update;
  if exists (select from ledger.accounts a where a.owner = member and a.held <> 0) then
    raise 'money of this member is reserved' using errcode = 'FL004';
  end if;
  return query
    select a.id, a.asset, a.posted from ledger.accounts a
    where a.owner = member and a.slot = '' and a.posted <> 0 and not a.closed order by a.id;
end $$;

-- Closes the emptied accounts of a member who moves to another ledger. Changes nothing if the member has left.
create or replace function ledger.depart(member uuid, to_shard int) returns void
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  insert into ledger.departed (owner, shard, move, was_closed)
  values (member, to_shard, gen_random_uuid(),
          exists (select from ledger.accounts a where a.owner = member and a.slot = '' and a.closed))
  on conflict do nothing;
  update ledger.accounts a set closed = true where a.owner = member and a.slot = '';
end $$;

-- Returns the data that a departed member takes along: accounts and allowances, the keys of all their entries, their
-- used quotes, their draws before today and this month, and a copy of their history.
create or replace function ledger.baggage(member uuid) returns jsonb
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  with mine as materialized (
    select * from ledger.accounts a where a.owner = member
  ),
  posted as materialized (
    select p.* from mine m join ledger.postings p on p.account_id = m.id where m.slot = ''
    union
    select p.* from mine m join ledger.arrived_postings p on p.account_id = m.id
  ),
  reserved as materialized (
    select h.* from mine m join ledger.holds h on h.account_id = m.id
    union
    select h.* from mine m join ledger.arrived_holds h on h.account_id = m.id
  )
  select jsonb_build_object(
    'move', (select d.move from ledger.departed d where d.owner = member),
    'closed', (select d.was_closed from ledger.departed d where d.owner = member),
    'day', to_char(clock_timestamp() at time zone 'UTC', 'YYYY-MM-DD'),
    'accounts', (
      select coalesce(jsonb_agg(jsonb_build_array(id, kind, asset, seq)), '[]') from mine where slot = ''
    ),
    'entries', (
      select coalesce(jsonb_agg(to_jsonb(e)), '[]') from (
        select id, key, actor, request_hash, recorded_at, effective_at, kind, metadata from ledger.journal_entries
        where id in (select entry_id from posted union all select unnest(array[id, ended_by]) from reserved)
        union
        select * from ledger.arrived_entries
        where id in (select entry_id from posted union all select unnest(array[id, ended_by]) from reserved)
      ) e
    ),
    'postings', (select coalesce(jsonb_agg(to_jsonb(p)), '[]') from posted p),
    'holds', (select coalesce(jsonb_agg(to_jsonb(h)), '[]') from reserved h),
    'quotes', (
      select coalesce(jsonb_agg(jsonb_build_array(q.quote_id, q.entry_id)), '[]') from ledger.quote_uses q
      where q.entry_id in (select entry_id from posted union all select unnest(array[id, ended_by]) from reserved)
    ),
    'allowances', (
      select coalesce(jsonb_agg(jsonb_build_array(kind, asset, slot, posted)), '[]') from mine
      where slot = 'ever' or starts_with(slot, to_char(clock_timestamp() at time zone 'UTC', 'YYYY-MM'))
    ),
    'usage', (
      select coalesce(jsonb_agg(jsonb_build_array(m.kind, m.asset, u.before_day, u.before_month)), '[]')
      from mine m
      cross join lateral ledger.usage(array[member], m.kind, m.asset) u
      where m.slot = 'ever'
    ),
    'keys', (
      select coalesce(jsonb_agg(jsonb_build_array(key, request_hash)), '[]')
      from (
        select e.key, e.request_hash from ledger.journal_entries e
        where e.id in (
          select p.entry_id from mine m join ledger.postings p on p.account_id = m.id
          union all
          select unnest(array[h.id, h.ended_by]) from mine m join ledger.holds h on h.account_id = m.id
        )
        union all
        select k.key, k.request_hash from ledger.arrived_keys k where k.owner = member
        union all -- of an entry with several members, ledger.arrived_keys names the one who arrived first
        select e.key, e.request_hash from ledger.arrived_entries e
        where e.id in (select entry_id from posted union all select unnest(array[id, ended_by]) from reserved)
      ) own
    )
  )
$$;

-- Makes the views of `member_books` show the copies, too, once copies exist. A ledger without arrived members reads
-- only its own rows.
create or replace function ledger.show_arrived() returns void
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  part record;
begin
  if not exists (select from ledger.arrivals)
    or pg_get_viewdef('member_books.postings'::regclass) like '%arrived_postings%' then
    return;
  end if;
  perform pg_advisory_xact_lock(hashtext('florin: show arrived'));
  for part in
    select v.name, string_agg(quote_ident(a.attname), ', ' order by a.attnum) as columns
    from (values ('entries'), ('postings'), ('holds')) v (name)
    join pg_attribute a on a.attrelid = format('ledger.arrived_%s', v.name)::regclass and a.attnum > 0
    group by v.name
  loop
    execute format('create or replace view member_books.%I as select %s from own_books.%I union all select %s from ledger.%I %s',
                   part.name, part.columns, part.name, part.columns, 'arrived_' || part.name,
                   case when part.name = 'entries'
                     then 'a where not exists (select from own_books.entries own where own.id = a.id)' else '' end);
  end loop;
end $$;

-- Adds a member with their accounts, keys and used quotes of another ledger. The money follows in transit, the
-- allowances by an entry. The accounts continue the numbering of the other ledger. Accounts that the member had closed
-- stay closed. Repeated, it changes nothing.
create or replace function ledger.take_in(member uuid, baggage jsonb) returns void
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  is_closed constant boolean := (baggage ->> 'closed')::boolean;
  part record;
begin
  insert into ledger.arrivals (move, owner) values ((baggage ->> 'move')::uuid, member) on conflict do nothing;
  if not found then return; end if;

  for part in
    select (one ->> 0)::bigint as id, one ->> 1 as kind, one ->> 2 as asset, (one ->> 3)::bigint as seq,
           coalesce(a.seq, 0) as last
    from jsonb_array_elements(baggage -> 'accounts') one
    left join ledger.accounts a on a.id = (one ->> 0)::bigint
    order by 1
  loop
    insert into ledger.accounts (id, owner, kind, asset, floor, seq, closed)
    values (part.id, member, part.kind, part.asset, 0, part.seq, is_closed)
    on conflict on constraint accounts_pkey do update set closed = excluded.closed, seq = excluded.seq;
    continue when part.seq = part.last;
    insert into ledger.jumps (account_id, from_seq, to_seq) values (part.id, part.last, part.seq);
  end loop;

  with brought as (
    select (one ->> 0)::uuid as key, (one ->> 1)::bigint as request_hash
    from jsonb_array_elements(baggage -> 'keys') one
  ),
  known as (
    insert into ledger.arrived_keys (key, owner, request_hash)
    select b.key, member, b.request_hash from brought b
    where not exists (select from ledger.journal_entries e where e.key = b.key)
    order by b.key -- so that two members who arrive with the same keys do not wait for each other
    on conflict do nothing
    returning key, request_hash
  )
  insert into public.command_keys (key, request_hash)
  select k.key, k.request_hash from known k order by k.key on conflict do nothing;

  insert into ledger.arrived_entries
  select e.* from jsonb_populate_recordset(null::ledger.arrived_entries, baggage -> 'entries') e on conflict do nothing;
  insert into ledger.arrived_postings
  select p.* from jsonb_populate_recordset(null::ledger.arrived_postings, baggage -> 'postings') p
  where not exists (
    select from ledger.postings own
    where own.account_id = p.account_id and own.seq = p.seq and own.entry_id = p.entry_id
  )
  on conflict do nothing;
  insert into ledger.arrived_holds
  select h.* from jsonb_populate_recordset(null::ledger.arrived_holds, baggage -> 'holds') h
  where not exists (select from ledger.holds own where own.id = h.id)
  on conflict do nothing;

  insert into ledger.quote_uses (quote_id, entry_id)
  select (one ->> 0)::uuid, (one ->> 1)::bigint from jsonb_array_elements(baggage -> 'quotes') one
  on conflict do nothing;

  insert into ledger.moves (account_id, seq)
  select p.account_id, unnest(case when p.amount < 0 then array[p.seq, p.seq + 1] else array[p.seq - 1, p.seq] end)
  from jsonb_populate_recordset(null::ledger.arrived_postings, baggage -> 'postings') p
  join ledger.arrived_entries e on e.id = p.entry_id and e.kind = 'moved'
  on conflict do nothing;

  delete from ledger.departed d where d.owner = member;
  perform ledger.show_arrived();
end $$;

revoke execute on function
  ledger.slot_of, ledger.leave_slots, ledger.enter_slots, ledger.members_in, ledger.begin_move, ledger.end_move,
  ledger.move_home, ledger.lock_home, ledger.lock_member, ledger.depart, ledger.baggage,
  ledger.show_arrived, ledger.take_in
  from public;
grant execute on function
  ledger.leave_slots, ledger.enter_slots, ledger.members_in, ledger.begin_move, ledger.end_move, ledger.move_home,
  ledger.lock_home, ledger.lock_member, ledger.depart, ledger.baggage, ledger.take_in
  to florin_app;
