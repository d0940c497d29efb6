-- The public log of the journal, and the sums that the house stated. packages/verify/README.md has the formats. One
-- node at a time appends, in the transaction that locks `log_heads`.

-- The keys that sign the log. The last key signs; the private keys of the earlier ones are destroyed, so that they sign
-- nothing any more. The name in the key is the log's origin, and changes when a backup is restored.
create table public.log_keys (
  id             smallint    primary key check (id > 0),
  verifier_key   text        not null unique,              -- as the public key is written in signed notes
  sealed_private bytea,
  note           text,                                     -- by which the key before names this one. Null for the first key
  place          bigint,                                   -- the index of the note in the log
  created_at     timestamptz not null default now(),
  constraint later_keys_have_a_note check ((id = 1) = (note is null) and (note is null) = (place is null))
);

-- The secret behind salts and members' secrets, created once and never changed.
create table public.log_secrets (
  only_one boolean primary key default true check (only_one),
  sealed   bytea   not null
);

-- One row: the size of the log.
create table public.log_heads (
  only_one   boolean     primary key default true check (only_one),
  size       bigint      not null,
  root       bytea       not null,
  checkpoint text,                                         -- the signed note. Null before the first entry
  made_at    timestamptz not null default now()
);

insert into public.log_heads (size, root) values (0, sha256(''));

-- The entries of the log in bundles of 256. The last bundle is partial and grows.
create table public.log_bundles (
  number  bigint   primary key,
  entries bytea    not null,                               -- each after its length in two bytes
  hashes  bytea    not null,                               -- the leaf hashes
  journal bigint[] not null                                -- the ledger's entry of each. 0: another kind of entry
);

-- The hashes of full tiles, from level 1 on. Level 0 is in the bundles.
create table public.log_tiles (
  level  smallint not null check (level > 0),
  number bigint   not null,
  hashes bytea    not null,
  primary key (level, number)
);

-- The lowest and highest entry of each ledger in a bundle.
create table public.log_ranges (
  shard   smallint not null,
  highest bigint   not null,
  lowest  bigint   not null,
  bundle  bigint   not null,
  primary key (shard, highest, bundle)
);

-- How far each ledger's journal is in the log. Entries become visible in another order than their numbers.
create table public.log_progress (
  shard          smallint primary key,
  settled        bigint   not null,                        -- all entries up to it are in the log, and none will follow
  settled_bundle bigint   not null,                        -- later entries are in this bundle or a later one
  mark           bigint,                                   -- becomes settled once all transactions before mark_xid ended
  mark_xid       bigint,
  mark_bundle    bigint,
  constraint mark_is_whole check (num_nulls(mark, mark_xid, mark_bundle) in (0, 3))
);

grant select, insert on public.log_keys, public.log_secrets to florin_app;
grant select, insert, update on public.log_heads, public.log_bundles, public.log_tiles, public.log_ranges, public.log_progress
  to florin_app;
grant delete on public.log_ranges to florin_app;

-- The progress of comparing the log with the journal: all bundles before `newest` were compared at least once, and the
-- bundles before `again` once more.
create table public.log_comparisons (
  only_one boolean primary key default true check (only_one),
  newest   bigint  not null default 0,
  again    bigint  not null default 0
);

insert into public.log_comparisons default values;

-- The sums that the house stated, each in a signed note whose digest is in the log.
create table public.log_sums (
  number   bigint      primary key,
  size     bigint      not null,                           -- the books after these entries of the log
  place    bigint      not null,                           -- the index of the note's digest in the log
  note     text        not null,
  took_ms  int         not null,                           -- to build the trees
  made_at  timestamptz not null default now()
);

-- The sum tree of each asset, for the latest sums. Older ones are deleted.
create table public.sum_trees (
  number bigint   not null,
  asset  text     not null,
  depth  smallint not null,
  primary key (number, asset)
);

-- Nodes of a sum tree, 256 to a tile: a hash and a sum of 16 bytes each. Level 0 has the leaves, in the order of their
-- commitments; level 8 has a 256th of that number of nodes, and so on.
create table public.sum_tiles (
  number bigint   not null,
  asset  text     not null,
  level  smallint not null,
  tile   bigint   not null,
  first  bytea,                                            -- level 0: the commitment of the first leaf
  nodes  bytea    not null,
  primary key (number, asset, level, tile),
  foreign key (number, asset) references public.sum_trees on delete cascade
);

create index sum_tiles_by_commitment on public.sum_tiles (number, asset, first) where first is not null;

-- Digests of the balance statements that the house signed for each address, of the latest sums. The house never signs a
-- different statement of the same sums.
create table public.signed_statements (
  number  bigint not null,
  address bytea  not null,                                 -- a digest under the log's secret
  digest  bytea  not null,                                 -- of the text, under the member's secret
  primary key (number, address)
);

grant select, update on public.log_comparisons to florin_app;
grant select, insert, delete on public.log_sums to florin_app;
grant select, insert, delete on public.sum_trees, public.sum_tiles to florin_app;
grant select, insert, delete on public.signed_statements to florin_app;

-- The newest checkpoint of this log that a witness signed. `line` is its signature.
create table public.log_witnesses (
  verifier_key text        primary key,
  size         bigint      not null,
  checkpoint   text        not null,
  line         text        not null,
  signed_at    timestamptz not null default now()
);

-- Logs of others that this installation witnesses, with the newest checkpoint that it signed.
create table public.witnessed_logs (
  origin       text        primary key,
  verifier_key text        not null,
  size         bigint      not null default 0,
  root         bytea,
  added_at     timestamptz not null default now(),
  constraint root_is_known check ((size = 0) = (root is null))
);

-- The key with which this installation signs as a witness.
create table public.witness_keys (
  only_one       boolean primary key default true check (only_one),
  verifier_key   text    not null,
  sealed_private bytea   not null
);

grant select, insert, update on public.log_witnesses to florin_app;
grant select, insert, update on public.witnessed_logs to florin_app;
grant select, insert on public.witness_keys to florin_app;

-- The time stamps of this log's checkpoints. A server for time stamps (RFC 3161) and calendars of OpenTimestamps stamp
-- the SHA-256 digest of a checkpoint.
create table public.log_anchors (
  size          bigint      primary key,
  checkpoint    text        not null,                      -- the signed note
  made_at       timestamptz not null default now(),
  time_stamp    bytea,                                     -- the answer of the server for time stamps
  stamped_by    text,                                      -- its host
  stamped_at    timestamptz,
  calendars     text[]      not null default '{}',         -- whose proofs are in `ots`
  ots           bytea,                                     -- the file of OpenTimestamps
  bitcoin_block int,                                       -- that the proof leads to
  asked_at      timestamptz,                               -- when its calendars were last asked for the proof
  constraint time_stamp_is_whole check (num_nulls(time_stamp, stamped_by, stamped_at) in (0, 3)),
  constraint calendars_have_a_proof check ((ots is null) = (calendars = '{}')),
  constraint block_has_a_proof check (bitcoin_block is null or ots is not null)
);

create index log_anchors_by_time on public.log_anchors (made_at);

grant select, insert, update on public.log_anchors to florin_app;

-- Witnesses that did not sign when they were last asked. The pause between requests grows.
create table public.log_witness_failures (
  verifier_key  text        primary key,
  failing_since timestamptz not null default now(),
  asked_at      timestamptz not null default now(),
  due_at        timestamptz not null                         -- of the next question
);

grant select, insert, update, delete on public.log_witness_failures to florin_app;
