-- People and their sessions. The ledger knows a person only by the id.

create table public.users (
  id            uuid        primary key,
  email         text        not null unique check (email = lower(email)),
  name          text        not null,
  password_hash text        not null,               -- argon2id, PHC string
  avatar        text,
  kyc_level     smallint    not null default 0 check (kyc_level between 0 and 2),
  plan          text        not null default 'personal' check (plan in ('personal', 'pro', 'business')),
  role          text        not null default 'member' check (role in ('member', 'operator')),
  created_at    timestamptz not null default now(),
  disabled_at   timestamptz
);

-- Only the token's SHA-256 is kept. A remembered session slides thirty days, another ends after twelve hours.
create table public.sessions (
  token_hash   bytea       primary key,
  user_id      uuid        not null references public.users,
  remembered   boolean     not null,
  created_at   timestamptz not null default now(),
  expires_at   timestamptz not null
);

create index sessions_by_user on public.sessions (user_id);
create index sessions_by_expiry on public.sessions (expires_at);

-- Failures to sign in, counted per account and per address range: digests, so that no address is kept.
create table public.login_failures (
  key         bytea       primary key,
  failures    int         not null,
  blocked_until timestamptz not null,
  updated_at  timestamptz not null default now()
);

grant select, insert, update on public.users to florin_app;
grant select, insert, update, delete on public.sessions, public.login_failures to florin_app;
