-- Makes the views of `books` show the rows of further ledgers as well, which PostgreSQL reads by itself (postgres_fdw). So
-- what reads the books need not know where a row is. Only for the owner of the main database. A ledger is an object with the
-- options of its server and of its login. The first has number 1. Without any, the views show this database only.
create or replace function ledger.show_all_books(ledgers jsonb) returns void
language plpgsql set search_path = pg_catalog, pg_temp as $$
declare
  names constant text[] := '{accounts,entries,postings,holds}';
  -- Asks the other database for its plans, so that a few rows are found by its indexes, and reads all ledgers at once.
  reading constant jsonb := '{"use_remote_estimate": "true", "fetch_size": "1000", "async_capable": "true"}';
  -- Members who moved have accounts in several ledgers, of which one is theirs.
  own_names constant text[] := '{present_accounts,entries,postings,holds}';
  parts text;
  link  record;
begin
  perform pg_advisory_xact_lock(hashtext('florin: show all books'));
  create extension if not exists postgres_fdw;

  for link in
    select 'ledger_' || number as name, l -> 'server' as server, l -> 'login' as login
    from jsonb_array_elements(ledgers) with ordinality l (l, number)
  loop
    execute format('drop server if exists %I cascade', link.name);
    execute format('create server %I foreign data wrapper postgres_fdw options (%s)', link.name,
                   ledger.fdw_options(link.server || reading));
    execute format('create user mapping for current_user server %I options (%s)', link.name,
                   ledger.fdw_options(link.login));
    execute format('create schema if not exists %I', link.name);
    execute format('import foreign schema own_books limit to (present_accounts, entries, postings, holds) from server %I into %I',
                   link.name, link.name);
  end loop;

  for i in 1 .. cardinality(names) loop
    parts := (
      select string_agg(format('select %s from %I.%I', columns, schema, own_names[i]), ' union all ' order by place)
      from (
        select 'own_books' as schema, 0 as place
        union all select 'ledger_' || number, number from generate_series(1, jsonb_array_length(ledgers)) number
      ) ledger
      cross join (
        select string_agg(quote_ident(attname), ', ' order by attnum) as columns
        from pg_attribute where attrelid = format('own_books.%I', names[i])::regclass and attnum > 0
      ) own
    );
    execute format('create or replace view books.%I as %s', names[i], parts);
  end loop;
end $$;

create or replace function ledger.fdw_options(options jsonb) returns text
language sql immutable set search_path = pg_catalog, pg_temp as $$
  select string_agg(format('%I %L', key, value), ', ') from jsonb_each_text(options)
$$;

revoke execute on function ledger.show_all_books, ledger.fdw_options from public;
