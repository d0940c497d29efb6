-- Tables that every part of the server uses.

-- The mode that a ledger was first opened in. The mode never changes, so sandbox money never becomes real.
create table public.installation (
  only_row            boolean     primary key default true check (only_row),
  mode                text        not null check (mode in ('sandbox', 'live')),
  opened_at           timestamptz not null default now(),
  seeded_at           timestamptz,                         -- when the cast moved in
  master_key_check    bytea,                               -- shows whether a process has the right master key
  published_passwords boolean     not null default true,   -- the cast still has the passwords of the documentation
  id                  uuid        not null default gen_random_uuid(),
  part_of             uuid,                                -- in a further ledger: the id of the main database
  shard               smallint                             -- in a further ledger: its number
);

-- Repeating work, such as the sweep. The node that moves `next_run_at` forward runs the job.
create table public.recurring_jobs (
  name        text        primary key,
  next_run_at timestamptz not null,
  done_at     timestamptz not null default now()           -- last complete run, to the minute; before it: first start
);

-- The first use of each idempotency key, for commands that name their subject in the path. The entry of such a command
-- has another key, which does not depend on the subject. A send writes no row: its key is the key of its entry.
create table public.command_keys (
  key          uuid        primary key,                    -- digest of user, call and idempotency key
  request_hash bigint      not null,
  bound_at     timestamptz not null default now()
);

-- The data key of a person, encrypted under the master key. Deleting the row makes the person's encrypted data
-- unreadable.
create table public.data_keys (
  user_id    uuid        primary key,
  wrapped    bytea       not null,
  created_at timestamptz not null default now()
);

-- The key of all keyed digests, encrypted under the master key.
create table public.digest_keys (
  id     int   primary key default 1 check (id = 1),
  sealed bytea not null
);

-- How often a member used a limited action, such as looking up strangers or mailing links.
create table public.use_counts (
  user_id       uuid        not null references public.users,
  use           text        not null,
  used          int         not null,
  counted_until timestamptz not null,                      -- afterwards, the count starts again at one
  primary key (user_id, use)
);

grant select, update (master_key_check) on public.installation to florin_app;
grant select, insert, update on public.recurring_jobs to florin_app;
grant select, insert on public.command_keys, public.digest_keys to florin_app;
grant select, insert, delete on public.data_keys to florin_app;
grant select, insert, update, delete on public.use_counts to florin_app;
