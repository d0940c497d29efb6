-- The login with which the main database reads a further ledger (functions/ledger/show-all-books.sql). The login can
-- read the four views of `own_books` and nothing else. Only the owner of the further ledger may call these functions.

-- Returns the login's name. Roles are shared by all databases of a server, so each ledger has its own.
create or replace function ledger.reader_name() returns text
language sql stable set search_path = pg_catalog, pg_temp as $$
  select 'florin_reader_' || case when octet_length(current_database()) <= 49 then current_database()::text
                                  else md5(current_database()) end
$$;

-- Creates or changes the login. PostgreSQL stores the verifier of the login's password; without a verifier the login
-- has no password.
create or replace function ledger.make_reader(verifier text) returns void
language plpgsql set search_path = pg_catalog, pg_temp as $$
declare
  name constant text := ledger.reader_name();
begin
  perform pg_advisory_xact_lock(hashtext('florin: application login'));
  execute format('%s role %I login password %L',
                 case when to_regrole(quote_ident(name)) is null then 'create' else 'alter' end, name, verifier);
  perform ledger.admit_reader();
end $$;

-- Lets the login read the views, if the login exists.
create or replace function ledger.admit_reader() returns void
language plpgsql set search_path = pg_catalog, pg_temp as $$
declare
  name constant text := ledger.reader_name();
begin
  if to_regrole(quote_ident(name)) is null then return; end if;
  execute format('grant usage on schema own_books to %I', name);
  execute format('grant select on own_books.present_accounts, own_books.entries, own_books.postings, own_books.holds to %I', name);
end $$;

revoke execute on function ledger.reader_name, ledger.make_reader, ledger.admit_reader from public;
