-- Several ledgers, each in its own database (tables/ledger.sql).

-- In the main database: the ledger of each slot of members. A slot without a row has the main ledger.
create table ledger.slots (
  slot  smallint primary key check (slot between 0 and 1023),
  shard smallint not null check (shard between 0 and 255)
);

-- Up to which posting of a transit account all money has arrived, or went back.
create table ledger.transit_marks (
  account_id bigint primary key,
  seq        bigint not null
);

-- In the main database: the outcomes of transactions that other ledgers have prepared. A row stays until they ended.
create table ledger.decisions (
  id        uuid    primary key,
  committed boolean not null
);

-- In the main database: the ledger of each entry whose key members of several ledgers may use.
create table ledger.contested_keys (
  key   uuid     primary key,
  shard smallint not null
);
