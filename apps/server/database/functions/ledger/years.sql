-- Creates the partitions of this year and the next, by the database's clock, where they are missing. Runs at every start
-- and once a day. Waits two seconds at most: a year remains to try again.
create or replace function ledger.open_years() returns void
language plpgsql security definer
set search_path = pg_catalog, pg_temp
set lock_timeout = '2s'
as $$
declare
  this_year constant int := extract(year from clock_timestamp() at time zone 'UTC');
begin
  for year in this_year .. this_year + 1 loop
    perform ledger.open_year(year);
  end loop;
end $$;

-- Creates one year's partition. The partition is attached when it is complete, so reads and writes continue meanwhile.
create or replace function ledger.open_year(year int) returns void
language plpgsql set search_path = pg_catalog, pg_temp as $$
declare
  name constant text := 'postings_' || year;
begin
  if to_regclass('ledger.' || name) is not null then return; end if;
  execute format('create table ledger.%I (like ledger.postings including all)', name);
  -- Finds an account's postings and makes (account_id, seq) unique.
  execute format('create unique index on ledger.%I (account_id, seq)', name);
  -- Finds an entry's postings. Rows arrive in entry order, so a few bytes per 32 pages suffice.
  execute format('create index on ledger.%I using brin (entry_id) with (pages_per_range = 32, autosummarize = on)', name);
  execute format('alter table ledger.postings attach partition ledger.%I for values from (%L) to (%L)',
                 name, make_date(year, 1, 1), make_date(year + 1, 1, 1));
exception
  -- Another node was first, or tomorrow's run creates the partition.
  when duplicate_table or duplicate_object or unique_violation or lock_not_available then null;
end $$;

-- Summarizes the full page ranges of the current year in the index on entries, and returns how many. Leaves out the
-- range that is being filled, because each new posting would have to widen its summary. A node calls this function each
-- second, because autovacuum alone would summarize once a minute. Until then, each poll reads all new postings.
create or replace function ledger.index_new_postings() returns int
language plpgsql security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  pages_per_range constant int := 32;           -- as in open_year()
  year  constant regclass := to_regclass('ledger.postings_' || extract(year from clock_timestamp() at time zone 'UTC'));
  index constant regclass := (
    select i.indexrelid from pg_index i join pg_class c on c.oid = i.indexrelid join pg_am m on m.oid = c.relam
    where i.indrelid = year and m.amname = 'brin'
  );
  ranges int := pg_relation_size(year) / current_setting('block_size')::int / pages_per_range;
  done  int := 0;
begin
  -- Summarizing takes this lock. Waiting for it would cancel an autovacuum of the table.
  begin
    execute format('lock table %s in share update exclusive mode nowait', year);
  exception when lock_not_available then
    return 0;
  end;

  while ranges > 0 loop
    ranges := ranges - 1;
    exit when brin_summarize_range(index, ranges * pages_per_range::bigint) = 0;
    done := done + 1;
  end loop;
  return done;
end $$;

-- The ledger can post as soon as its schema exists.
select ledger.open_years();

revoke execute on function ledger.open_years, ledger.open_year, ledger.index_new_postings from public;
grant execute on function ledger.open_years, ledger.index_new_postings to florin_app;
