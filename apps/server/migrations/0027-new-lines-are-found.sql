-- What was posted in the last seconds is asked for all the time: who has news, what the minute's sweep has to look at. The
-- index on entries knows 32 pages at a time once they are summarised, which autovacuum does once a minute: until then they
-- are read whole, at some thousands of sends a second half a million lines for each question. docs/decisions/0038.

-- Summarises what is full of the running year's table; the pages that are still being filled are left, as each line
-- written to a summarised one would have to widen it. Called each second by one of the nodes. Returns how many parts it
-- summarised.
create function ledger.index_new_lines() returns int
language plpgsql security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  pages_of_a_part constant int := 32;           -- as open_year() has it
  year  constant regclass := to_regclass('ledger.postings_' || extract(year from clock_timestamp() at time zone 'UTC'));
  index constant regclass := (
    select i.indexrelid from pg_index i join pg_class c on c.oid = i.indexrelid join pg_am m on m.oid = c.relam
    where i.indrelid = year and m.amname = 'brin'
  );
  parts int := pg_relation_size(year) / current_setting('block_size')::int / pages_of_a_part;
  done  int := 0;
begin
  -- The lock that summarising takes. Waiting for it would end an autovacuum of the table, each time.
  begin
    execute format('lock table %s in share update exclusive mode nowait', year);
  exception when lock_not_available then
    return 0;
  end;

  while parts > 0 loop
    parts := parts - 1;
    exit when brin_summarize_range(index, parts * pages_of_a_part::bigint) = 0;
    done := done + 1;
  end loop;
  return done;
end $$;

revoke execute on function ledger.index_new_lines from public;
grant execute on function ledger.index_new_lines to florin_app;
