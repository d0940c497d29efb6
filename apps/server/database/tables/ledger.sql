-- The ledger's tables. Only the functions in functions/ledger/ write these tables; the application reads them through
-- the views in views/ledger.sql. docs/develop/ledger.md explains the ledger.
--
-- Words: an entry is one balanced event. A posting is one line of an entry. A draw is a line that uses up an allowance. A
-- hold reserves money without moving it. available = posted - held, and never falls below the account's floor.

create schema ledger;

create table ledger.assets (
  code     text     primary key,
  decimals smallint not null check (decimals between 0 and 18),
  memo     boolean  not null default false      -- counts a limit, not money: posted on one side, exempt from zero sum
);

-- The units of allowances: cents of a dollar that may still go out, and hundred-millionths of a coin in stock.
insert into ledger.assets (code, decimals, memo) values ('USD-limit', 2, true), ('coin-limit', 8, true);

-- A wallet has floor 0. An allowance has floor -limit and starts at 0, so its balance is minus the used amount. A house
-- account has no floor and consists of sixteen rows, its lanes, with negative ids: id to id + 15. Each batcher posts to
-- one lane, so no row is contended. The balance of the house account is the sum of its lanes.
create table ledger.accounts (
  id     bigint         not null,
  owner  uuid           not null,               -- nil for the house
  kind   text           not null,               -- 'wallet', 'fees', 'outflow', …
  asset  text           not null references ledger.assets,
  slot   text           not null default '',    -- an allowance's period, a house account's lane
  floor  numeric(38, 0),
  posted numeric(38, 0) not null default 0,     -- sum of all postings
  held   numeric(38, 0) not null default 0,     -- sum of all open holds
  seq    bigint         not null default 0,     -- sequence number of the last posting
  closed boolean        not null default false, -- takes no money any more
  -- Without deduplication, updates of a hot row split no index pages.
  constraint accounts_pkey primary key (id) with (deduplicate_items = off),
  constraint accounts_owner_kind_asset_slot_key unique (owner, kind, asset, slot) with (deduplicate_items = off),
  constraint house_has_no_floor        check ((id < 0) = (floor is null)),
  constraint floor_is_not_above_0      check (floor <= 0),
  constraint available_is_above_floor  check (posted - held >= floor),
  constraint held_is_not_negative      check (held >= 0),
  constraint closed_accounts_are_empty check (not closed or posted = 0 and held = 0)
) with (fillfactor = 60);                       -- room for updates in place

create sequence ledger.account_ids;
create sequence ledger.house_ids increment -16 start -16;

-- Append-only. The caller makes the key, a digest of the actor and the idempotency key, and the hash of the request body.
create table ledger.journal_entries (
  id           bigint      primary key,         -- block * 4096 + place in the batch: one sequence call per batch
  key          uuid        not null unique,
  actor        uuid        not null,
  request_hash bigint      not null,
  recorded_at  timestamptz not null,            -- the database's clock, read after the locks
  effective_at timestamptz,                     -- only where it differs
  kind         text        not null,
  metadata     jsonb,                           -- the stored answer and the data for the history
  postings     smallint    not null             -- number of its postings
);

create sequence ledger.entry_blocks;

-- Append-only, one partition per year (functions/ledger/years.sql). (account_id, seq) is unique within a year by an
-- index. Across years the lock on the account keeps it unique: the account's row has the last number. The sweep counts
-- all postings.
create table ledger.postings (
  account_id    bigint         not null,
  seq           bigint         not null check (seq > 0),
  entry_id      bigint         not null,
  recorded_on   date           not null,        -- the UTC day of the entry's recorded_at
  amount        numeric(38, 0) not null check (amount <> 0),
  balance_after numeric(38, 0) not null,
  asset         text           not null
) partition by range (recorded_on);

-- Append-only. A separate table and not a unique column of the entry, because two unique indexes on one table are two
-- lock orders, and two batches could then deadlock.
create table ledger.quote_uses (
  quote_id uuid   primary key,
  entry_id bigint not null                      -- also of another ledger, from which the member has moved here
);

create index quote_uses_by_entry on ledger.quote_uses (entry_id);

-- A hold has the id of the entry that opened it. Exactly one entry ends the hold, and posts or releases its money.
create table ledger.holds (
  id         bigint         primary key,
  account_id bigint         not null references ledger.accounts,
  amount     numeric(38, 0) not null check (amount > 0),
  expires_at timestamptz,
  ended_by   bigint         unique,
  ending     text           check (ending in ('posted', 'released')),
  constraint ends_with_an_entry check ((ended_by is null) = (ending is null))
);

create index open_holds_by_expiry on ledger.holds (expires_at) where ended_by is null;
create index holds_by_account     on ledger.holds (account_id, id);
-- The history lists open and released holds, newest first; the balance history counts recent reservations.
create index holds_not_posted     on ledger.holds (account_id, id) where ending is distinct from 'posted';
create index holds_by_ending      on ledger.holds (account_id, ended_by);

-- While a row is not reopened, the ledger posts nothing: the sweep found a broken invariant, and an operator decides.
create table ledger.closures (
  id          bigint      generated always as identity primary key,
  closed_at   timestamptz not null default clock_timestamp(),
  reason      text        not null,
  reopened_at timestamptz
);

-- The last posting of each account that the sweep has verified.
create table ledger.swept (
  account_id bigint         primary key,
  seq        bigint         not null,
  posted     numeric(38, 0) not null
) with (fillfactor = 60);

create table ledger.sweeps (
  id         bigint      generated always as identity primary key,
  whole      boolean     not null,
  started_at timestamptz not null,
  ended_at   timestamptz not null,
  findings   jsonb       not null,              -- the findings of ledger.sweep(); [] is clean
  swept_to   bigint                             -- the last entry when a sweep of new postings began; null: it marked nothing
);

-- In the main database: the ledger of each slot of members. A slot without a row belongs to the main ledger.
create table ledger.slots (
  slot  smallint primary key check (slot between 0 and 1023),
  shard smallint not null check (shard between 0 and 255)
);

-- In the main database: the further ledgers that this installation has used.
create table ledger.shards (
  shard        smallint primary key check (shard between 1 and 255),
  installation uuid     not null unique,         -- installation.id of that database
  seen_entry   bigint,                           -- the last entry that was seen there: without it, that database is older
  seen_key     uuid                              -- the key of that entry
);

-- The last posting of a transit account up to which all money has arrived or went back.
create table ledger.transit_marks (
  account_id bigint primary key,
  seq        bigint not null
);

-- In the main database: the outcomes of transactions that other ledgers have prepared. A row stays until those
-- transactions have ended.
create table ledger.decisions (
  id        uuid    primary key,
  committed boolean not null
);

-- In the main database: the keys that members of several ledgers may use, each with the ledger of its entry, and the
-- entry itself if it is in a further ledger.
create table ledger.contested_keys (
  key         uuid        primary key,
  shard       smallint    not null,
  actor       uuid,
  kind        text,
  recorded_at timestamptz,
  metadata    jsonb
);

-- In the main database: members whose money is not yet in the ledger that their slot now has.
create table ledger.homes (
  owner uuid     primary key,
  shard smallint not null check (shard between 0 and 255)
);

-- Slots that left this ledger. Their members cannot open a first account here.
create table ledger.left_slots (
  slot smallint primary key check (slot between 0 and 1023)
);

-- Members who moved from this ledger to another one. Their accounts here are closed, and continue in another ledger.
create table ledger.departed (
  owner       uuid        primary key,
  shard       smallint    not null check (shard between 0 and 255),
  move        uuid        not null,
  departed_at timestamptz not null default clock_timestamp(),
  was_closed  boolean     not null default false -- they had closed their accounts before
);

-- Moves that have brought a member here.
create table ledger.arrivals (
  move  uuid primary key,
  owner uuid not null
);

-- The sequence numbers of an account's postings in other ledgers. The account's balance here was zero meanwhile.
create table ledger.jumps (
  account_id bigint not null,
  from_seq   bigint not null,
  to_seq     bigint not null,
  primary key (account_id, to_seq),
  constraint jumps_go_forward check (to_seq > from_seq)
);

-- Keys that arrived members used in other ledgers, including keys in public.command_keys, so that no key is used again.
create table ledger.arrived_keys (
  key          uuid   primary key,
  owner        uuid   not null,
  request_hash bigint not null
);

create index arrived_keys_by_owner on ledger.arrived_keys (owner);

-- Entries, postings and holds of arrived members in other ledgers: copies that only their history reads.
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

-- The outcomes of ledger.post() in order of precedence: an entry that fails for two reasons gets the first.
create type ledger.outcome as enum (
  'posted',           -- id: the new entry
  'duplicate',        -- same key, same request, done before. id: the first entry
  'conflict',         -- same key, another request. id: the first entry
  'unknown_account',  -- account: the account that does not exist
  'unbalanced',       -- does not sum to zero in each asset, or an amount is zero, fractional or absurd: a bug
  'hold_not_open',    -- never existed, has ended, or expired and may no longer be posted
  'quote_used',
  'quote_expired',    -- by the database's clock
  'insufficient',     -- account: the first account that would fall below its floor
  'limit'             -- account: the first overdrawn allowance
);

grant usage on schema ledger to florin_app;
