-- What operators did. Append-only, and a chain: each line carries a SHA-256 over its own content and the hash of the
-- line before it, so that a line that was changed, taken out or put in between breaks every one after it. Whoever cuts
-- lines off at the end is found by comparing with a hash that was noted elsewhere.

-- No names and no addresses: people stand here by their ids and are named when the list is read, as far as their
-- accounts still are. `details` is in words and about no person.
create table public.operator_acts (
  id          bigint      primary key,          -- 1, 2, 3, …: without a gap
  at          timestamptz not null,
  actor       text        not null check (actor in ('operator', 'system', 'command line')),
  operator_id uuid        references public.users,
  did         text        not null check (did <> ''),
  member_id   uuid        references public.users,
  details     text        not null,
  ip          text,
  hash        bytea       not null unique,
  constraint only_an_operator_has_an_id check ((actor = 'operator') = (operator_id is not null))
);

-- Of a line and the hash of the one before; of the first line, that is empty. The same text whatever the session's settings.
create function public.act_hash(before bytea, act public.operator_acts) returns bytea
language sql stable set search_path = pg_catalog, pg_temp as $$
  select sha256(before || convert_to(
    jsonb_build_array(
      act.id, to_char(act.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'), act.actor, act.operator_id, act.did,
      act.member_id, act.details, act.ip
    )::text, 'UTF8'))
$$;

-- The only way to write a line. It is part of the caller's transaction, and whoever writes the next one waits for its
-- end: two nodes cannot both follow the same line. Needs READ COMMITTED: what is read after the lock is newer than it.
create function public.record_act(operator_id uuid, actor text, did text, member_id uuid, details text, ip text)
returns void
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  last public.operator_acts;
  act  public.operator_acts;
begin
  perform pg_advisory_xact_lock(hashtextextended('public.operator_acts', 0));
  select * into last from public.operator_acts order by id desc limit 1;
  act := row(coalesce(last.id, 0) + 1, clock_timestamp(), actor, operator_id, did, member_id, details, ip, null);
  act.hash := public.act_hash(coalesce(last.hash, ''), act);
  insert into public.operator_acts select act.*;
end $$;

-- The lines at which the chain does not hold. None: nothing was changed since.
create function public.broken_acts() returns table (id bigint)
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select (act).id
  from (
    select a as act, lag(a.id, 1, 0::bigint) over in_order as id_before,
           lag(a.hash, 1, ''::bytea) over in_order as hash_before
    from public.operator_acts a
    window in_order as (order by a.id)
  ) line
  where (act).id <> id_before + 1 or (act).hash <> public.act_hash(hash_before, act)
  order by (act).id
$$;

revoke execute on function public.act_hash, public.record_act, public.broken_acts from public;
grant select on public.operator_acts to florin_app;
grant execute on function public.record_act, public.broken_acts to florin_app;
