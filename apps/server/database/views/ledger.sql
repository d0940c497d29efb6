-- The data of the ledger that the application may read. Neither the ledger's own code nor a feature has a right on the
-- tables. The columns are those of tables/ledger.sql.
--
-- Features read `member_books` of a member's own ledger, and `books` for everything else. The ledger's own code reads
-- `own_books`: the rows of this database. `books` shows the same rows, unless several databases have ledgers: then
-- `books` shows the rows of all (src/ledger/shards/show-all-books.ts).

create schema if not exists books;
create schema if not exists own_books;
create schema if not exists member_books;

create or replace view books.assets as
select code, decimals, memo from ledger.assets;

-- `version` differs after each change of the account.
create or replace view own_books.accounts as
select id, owner, kind, asset, slot, floor, posted, held, seq, closed, xmin::text::bigint as version
from ledger.accounts;

-- The accounts of members who have not moved to another ledger.
create or replace view own_books.present_accounts as
select * from own_books.accounts a where not exists (select from ledger.departed d where d.owner = a.owner);

create or replace view own_books.departed as
select owner, shard, move, departed_at, was_closed from ledger.departed;

create or replace view own_books.left_slots as
select slot from ledger.left_slots;

create or replace view own_books.jumps as
select account_id, from_seq, to_seq from ledger.jumps;

create or replace view books.accounts as
select id, owner, kind, asset, slot, floor, posted, held, seq, closed, version from own_books.accounts;

-- A house account is the sum of its lanes in all ledgers, with its id in the main ledger.
create or replace view books.house_balances as
select max(id & ~15) as id, kind, asset, sum(posted) as posted
from books.accounts
where id < 0
group by kind, asset;

create or replace view own_books.entries as
select id, key, actor, request_hash, recorded_at, effective_at, kind, metadata from ledger.journal_entries;

create or replace view books.entries as
select id, key, actor, request_hash, recorded_at, effective_at, kind, metadata from own_books.entries;

-- Entries, including all whose key members of several ledgers may use. Reads only the main database, even with several
-- ledgers.
create or replace view books.contested_entries as
select key, actor, recorded_at, kind, metadata from own_books.entries;

create or replace view own_books.postings as
select account_id, seq, entry_id, recorded_on, amount, balance_after, asset from ledger.postings;

create or replace view books.postings as
select account_id, seq, entry_id, recorded_on, amount, balance_after, asset from own_books.postings;

create or replace view own_books.holds as
select id, account_id, amount, expires_at, ended_by, ending from ledger.holds;

create or replace view books.holds as
select id, account_id, amount, expires_at, ended_by, ending from own_books.holds;

create or replace view books.closures as
select id, closed_at, reason, reopened_at from ledger.closures;

create or replace view books.sweeps as
select id, whole, started_at, ended_at, findings, swept_to from ledger.sweeps;

create or replace view books.slots as
select slot, shard from ledger.slots;

create or replace view books.homes as
select owner, shard from ledger.homes;

create or replace view books.shards as
select shard, installation, seen_entry, seen_key from ledger.shards;

create or replace view books.transit_marks as
select account_id, seq from ledger.transit_marks;

-- The views for the history of this ledger's members. After members have moved here, the views include copies of what
-- these members posted in other ledgers (ledger.show_arrived).
create or replace view member_books.accounts as select * from own_books.accounts;
create or replace view member_books.entries as select * from own_books.entries;
create or replace view member_books.postings as select * from own_books.postings;
create or replace view member_books.holds as select * from own_books.holds;

-- The postings that took a member's money from one ledger to another.
create or replace view member_books.moves as select account_id, seq from ledger.moves;

select ledger.show_arrived();

grant usage on schema books, own_books, member_books to florin_app;
grant select on all tables in schema books, own_books, member_books to florin_app;

-- With further ledgers, the new views must show the rows of these ledgers again.
select ledger.show_known_books();
-- In a further ledger, the main database must be able to read the new views.
select ledger.admit_reader();
