-- The audit trail (tables/audit.sql).

-- Returns the hash of a line's content and the previous line's hash, which is empty for the first line. Connection
-- settings do not change the hash.
create or replace function public.act_hash(before bytea, act public.operator_acts) returns bytea
language sql stable set search_path = pg_catalog, pg_temp as $$
  select sha256(before || convert_to(
    jsonb_build_array(
      act.id, to_char(act.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'), act.actor, act.operator_id, act.did,
      act.member_id, act.details, act.ip
    )::text, 'UTF8'))
$$;

-- Appends a line within the caller's transaction; nothing else writes the table. The next writer waits for the end of
-- the transaction, so two nodes cannot follow the same line. Needs READ COMMITTED, so that reads after the lock see
-- rows that are newer than the lock.
create or replace function public.record_act(
  operator_id uuid, actor text, did text, member_id uuid, details text, ip text
)
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

-- Returns the lines where the chain is broken, or no lines if nothing was changed.
create or replace function public.broken_acts() returns table (id bigint)
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
grant execute on function public.record_act, public.broken_acts to florin_app;
