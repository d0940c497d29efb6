-- Moving members from one ledger to another (tables/ledger.sql).

-- In the main database: members whose money is not yet in the ledger that their slot now has.
create table ledger.homes (
  owner uuid     primary key,
  shard smallint not null check (shard between 0 and 255)
);

-- Slots that left this ledger. No member of one opens a first account here.
create table ledger.left_slots (
  slot smallint primary key check (slot between 0 and 1023)
);

-- Members who left this ledger for another one. Their accounts here are closed, and other ledgers have the same ones.
create table ledger.departed (
  owner       uuid        primary key,
  shard       smallint    not null check (shard between 0 and 255),
  move        uuid        not null,
  departed_at timestamptz not null default clock_timestamp()
);

-- Moves that have brought a member here.
create table ledger.arrivals (
  move  uuid primary key,
  owner uuid not null
);

-- Numbers of an account's postings that other ledgers have. Its balance here was zero in between.
create table ledger.jumps (
  account_id bigint not null,
  from_seq   bigint not null,
  to_seq     bigint not null,
  primary key (account_id, to_seq),
  constraint jumps_go_forward check (to_seq > from_seq)
);

-- Keys of what arrived members posted in other ledgers. They are in public.command_keys, too, so that none is used again.
create table ledger.arrived_keys (
  key          uuid   primary key,
  owner        uuid   not null,
  request_hash bigint not null
);

create index arrived_keys_by_owner on ledger.arrived_keys (owner);

-- What arrived members posted and reserved in other ledgers: copies that only their history reads.
create table ledger.arrived_entries (
  id           bigint      primary key,
  key          uuid        not null,
  actor        uuid        not null,
  request_hash bigint      not null,
  recorded_at  timestamptz not null,
  effective_at timestamptz,
  kind         text        not null,
  metadata     jsonb
);

create table ledger.arrived_postings (
  account_id    bigint         not null,
  seq           bigint         not null,
  entry_id      bigint         not null,
  recorded_on   date           not null,
  amount        numeric(38, 0) not null,
  balance_after numeric(38, 0) not null,
  asset         text           not null,
  primary key (account_id, seq)
);

create index arrived_postings_by_entry on ledger.arrived_postings (entry_id);

create table ledger.arrived_holds (
  id         bigint         primary key,
  account_id bigint         not null,
  amount     numeric(38, 0) not null,
  expires_at timestamptz,
  ended_by   bigint,
  ending     text
);

create index arrived_holds_by_account on ledger.arrived_holds (account_id, id);

-- The postings of arrived members that took their money from one ledger to another. No history shows them.
create table ledger.moves (
  account_id bigint not null,
  seq        bigint not null,
  primary key (account_id, seq)
);
