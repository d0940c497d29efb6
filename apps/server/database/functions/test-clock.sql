-- The test clocks of a sandbox. Most due times move with the clock. These functions are for dates that cannot move, because
-- they are counted in months of the calendar or are printed on a document.

-- Returns by how much an account's clock was moved since a moment.
create or replace function public.moved_since(account uuid, since timestamptz) returns interval
language sql stable set search_path = public, pg_temp as $$
  select coalesce(make_interval(secs => sum(m.seconds)::float8), interval '0')
  from test_clock_moves m where m.account_id = account and m.moved_at >= since $$;
