-- What each key was first used for, of commands that name in their path what they are about: what they post has a key of
-- its own, which does not tell two of them apart.
create table public.command_keys (
  key          uuid        primary key,           -- digest of user, call and idempotency key
  request_hash bigint      not null,
  bound_at     timestamptz not null default now()
);

grant select, insert on public.command_keys to florin_app;
