-- The reports of closed bank days (tables/bank.sql).

-- Returns the hash of a report's content and the previous report's hash, which is empty for the first report.
create or replace function public.day_report_hash(before bytea, report public.day_reports) returns bytea
language sql stable set search_path = pg_catalog, pg_temp as $$
  select sha256(before || convert_to(
    jsonb_build_array(
      report.number, report.account, report.day,
      to_char(report.closed_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'), report.closed_by, report.content
    )::text, 'UTF8'))
$$;

-- Appends a report within the caller's transaction, and returns its number; nothing else writes the table. The next
-- writer waits for the end of the transaction. Needs READ COMMITTED, like record_act().
create or replace function public.record_day_report(account text, day date, closed_by uuid, content text)
returns bigint
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  last   public.day_reports;
  report public.day_reports;
begin
  perform pg_advisory_xact_lock(hashtextextended('public.day_reports', 0));
  select * into last from public.day_reports order by number desc limit 1;
  report := row(coalesce(last.number, 0) + 1, account, day, clock_timestamp(), closed_by, content, null);
  report.hash := public.day_report_hash(coalesce(last.hash, ''), report);
  insert into public.day_reports select report.*;
  return report.number;
end $$;

-- Returns the reports where the chain is broken, or no reports if nothing was changed.
create or replace function public.broken_day_reports() returns table (number bigint)
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select (report).number
  from (
    select r as report, lag(r.number, 1, 0::bigint) over in_order as number_before,
           lag(r.hash, 1, ''::bytea) over in_order as hash_before
    from public.day_reports r
    window in_order as (order by r.number)
  ) line
  where (report).number <> number_before + 1 or (report).hash <> public.day_report_hash(hash_before, report)
  order by (report).number
$$;

revoke execute on function public.day_report_hash, public.record_day_report, public.broken_day_reports from public;
grant execute on function public.day_report_hash, public.record_day_report, public.broken_day_reports to florin_app;
