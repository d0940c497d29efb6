-- Makes the views of `books` show the rows of further ledgers as well, which PostgreSQL reads by itself (postgres_fdw).
-- So readers of the books need not know where a row is. Only the owner of the main database may call this function. A
-- ledger is an object with the options of its server and of its login. The first ledger has number 1. Without further
-- ledgers, the views show this database only. Changes nothing if the views show these ledgers already, because a change
-- interrupts the reads of all nodes.
create or replace function ledger.show_all_books(ledgers jsonb) returns void
language plpgsql set search_path = pg_catalog, pg_temp as $$
declare
  -- Asks the other database for its plans, so that a few rows are found by its indexes, and reads all ledgers at once. Gives
  -- up soon on a database that does not answer.
  reading constant jsonb := '{"use_remote_estimate": "true", "fetch_size": "1000", "async_capable": "true",
                              "connect_timeout": "5", "tcp_user_timeout": "10000"}';
  wanted  constant text[] := array(
    select format('%s %s %s', number, ledger.fdw_list(reading || (l -> 'server')), ledger.fdw_list(l -> 'login'))
    from jsonb_array_elements(ledgers) with ordinality l (l, number) order by number);
  link record;
begin
  if ledger.linked_shards() = wanted then return; end if;
  perform pg_advisory_xact_lock(hashtext('florin: show all books'));
  if ledger.linked_shards() = wanted then return; end if; -- another node was first

  create extension if not exists postgres_fdw;
  perform ledger.show_own_books();
  for link in select srvname from pg_foreign_server where srvname ~ '^ledger_\d+$' loop
    execute format('drop server %I cascade', link.srvname);
  end loop;
  for link in
    select 'ledger_' || number as name, reading || (l -> 'server') as server, l -> 'login' as login
    from jsonb_array_elements(ledgers) with ordinality l (l, number)
  loop
    execute format('create server %I foreign data wrapper postgres_fdw options (%s)', link.name,
                   ledger.fdw_options(link.server));
    execute format('create user mapping for current_user server %I options (%s)', link.name,
                   ledger.fdw_options(link.login));
  end loop;
  perform ledger.show_known_books();
end $$;

-- Makes the views of `books` show this database only.
create or replace function ledger.show_own_books() returns void
language plpgsql set search_path = pg_catalog, pg_temp as $$
declare
  name text;
begin
  foreach name in array '{accounts,entries,postings,holds}'::text[] loop
    execute format('create or replace view books.%I as select %s from own_books.%1$I', name, ledger.columns_of(name));
  end loop;

  create or replace view books.contested_entries as
  select key, actor, recorded_at, kind, metadata from own_books.entries;
end $$;

-- Adds the linked ledgers to the views of `books`, which show this database only. Connects to no ledger, so that a
-- migration of this database does not depend on other databases. The columns are those of `own_books` here.
create or replace function ledger.show_known_books() returns void
language plpgsql set search_path = pg_catalog, pg_temp as $$
declare
  links constant text[] := array(
    select srvname from pg_foreign_server where srvname ~ '^ledger_\d+$' order by substr(srvname, 8)::int);
  link   text;
  name   text;
  source text;
  parts  text;
begin
  if links = '{}' then return; end if;
  foreach name in array '{accounts,entries,postings,holds}'::text[] loop
    -- Members who moved have accounts in several ledgers, but only one is their current ledger.
    source := case name when 'accounts' then 'present_accounts' else name end;
    parts := format('select %s from own_books.%I', ledger.columns_of(name), source);
    foreach link in array links loop
      execute format('create schema if not exists %I', link);
      execute format('drop foreign table if exists %I.%I', link, name);
      execute format('create foreign table %I.%I (%s) server %1$I options (schema_name %4$L, table_name %5$L)', link, name,
                     (select string_agg(format('%I %s', attname, format_type(atttypid, atttypmod)), ', ' order by attnum)
                      from pg_attribute where attrelid = format('own_books.%I', name)::regclass and attnum > 0),
                     'own_books', source);
      parts := parts || format(' union all select %s from %I.%I', ledger.columns_of(name), link, name);
    end loop;
    execute format('create or replace view books.%I as %s', name, parts);
  end loop;

  create or replace view books.contested_entries as
  select key, actor, recorded_at, kind, metadata from own_books.entries
  union all
  select key, actor, recorded_at, kind, metadata from ledger.contested_keys where kind is not null;
end $$;

-- Returns the linked ledgers in the form in which show_all_books() compares them.
create or replace function ledger.linked_shards() returns text[]
language sql stable set search_path = pg_catalog, pg_temp as $$
  select array(
    select format('%s %s %s', substr(s.srvname, 8), array(select unnest(s.srvoptions) order by 1),
                  array(select unnest(m.umoptions) order by 1))
    from pg_foreign_server s left join pg_user_mappings m on m.srvid = s.oid and m.usename = current_user
    where s.srvname ~ '^ledger_\d+$' order by substr(s.srvname, 8)::int)
$$;

create or replace function ledger.fdw_list(options jsonb) returns text[]
language sql immutable set search_path = pg_catalog, pg_temp as $$
  select array(select key || '=' || value from jsonb_each_text(options) order by 1)
$$;

create or replace function ledger.fdw_options(options jsonb) returns text
language sql immutable set search_path = pg_catalog, pg_temp as $$
  select string_agg(format('%I %L', key, value), ', ') from jsonb_each_text(options)
$$;

-- Returns the columns of a view in own_books, as a list.
create or replace function ledger.columns_of(name text) returns text
language sql stable set search_path = pg_catalog, pg_temp as $$
  select string_agg(quote_ident(attname), ', ' order by attnum)
  from pg_attribute where attrelid = format('own_books.%I', name)::regclass and attnum > 0
$$;

revoke execute on function ledger.show_all_books, ledger.show_own_books, ledger.show_known_books, ledger.linked_shards,
  ledger.fdw_list, ledger.fdw_options, ledger.columns_of from public;
