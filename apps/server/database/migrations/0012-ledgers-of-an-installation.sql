-- Which databases are the ledgers of one installation (tables/platform.sql, tables/ledger.sql).

alter table public.installation add column id uuid not null default gen_random_uuid();
alter table public.installation add column part_of uuid;
alter table public.installation add column shard smallint;

-- In the main database: the further ledgers that this installation has used.
create table ledger.shards (
  shard        smallint primary key check (shard between 1 and 255),
  installation uuid     not null unique
);
