-- What protects an account: devices it was used on, resets of its password, second factors, passkeys. And what closing
-- an account for ever has to be able to change.

-- Devices that a member has signed in on, known again by the digest of what the browser says it is.
create table public.known_devices (
  user_id       uuid        not null references public.users,
  device        bytea       not null,              -- SHA-256 of the member's id and the name below
  name          text        not null,              -- Firefox on Linux
  network       text        not null,              -- where it was first seen, the last part left out
  first_seen_at timestamptz not null default now(),
  announced     boolean     not null,              -- it was not the account's first, and the member was told
  primary key (user_id, device)
);

-- Who asked for a new password. Written for every address alike, known or not, and taken up by a job a moment later:
-- the answer can tell nothing, in its time neither.
create table public.password_reset_asks (
  id       uuid        primary key,
  email    text        not null,
  asked_at timestamptz not null default now()
);

-- Only the token's SHA-256 is kept. Good once and for half an hour.
create table public.password_resets (
  token_hash bytea       primary key,
  user_id    uuid        not null references public.users,
  email      text        not null,                 -- where it was mailed; void once the account has another address
  created_at timestamptz not null default now(),
  expires_at timestamptz not null default now() + interval '30 minutes',
  used_at    timestamptz
);

create index password_resets_by_user on public.password_resets (user_id, created_at);

-- The secret that an authenticator app shares, sealed. It counts from users.two_factor_at on. A code of a step is taken
-- once: last_step only grows.
create table public.authenticators (
  user_id    uuid        primary key references public.users,
  sealed     bytea       not null,
  last_step  bigint      not null default 0,
  created_at timestamptz not null default now()
);

create table public.recovery_codes (
  user_id uuid        not null references public.users,
  digest  bytea       not null,                    -- SHA-256 of the member's id and 80 random bits
  used_at timestamptz,
  primary key (user_id, digest)
);

create table public.passkeys (
  id            uuid        primary key,
  user_id       uuid        not null references public.users,
  credential_id text        not null unique,
  public_key    bytea       not null,
  counter       bigint      not null,
  transports    text[]      not null,
  name          text        not null,
  created_at    timestamptz not null default now(),
  last_used_at  timestamptz
);

create index passkeys_by_user on public.passkeys (user_id);

-- What a browser's answer must be about. Deleted by the answer, so that it is good once.
create table public.passkey_challenges (
  id         uuid        primary key,
  challenge  text        not null,
  user_id    uuid        references public.users,  -- who makes a passkey; nobody where one is shown
  expires_at timestamptz not null default now() + interval '5 minutes'
);

grant select, insert, update, delete on
  public.known_devices, public.password_reset_asks, public.password_resets, public.authenticators,
  public.recovery_codes, public.passkeys, public.passkey_challenges
  to florin_app;

-- Closing an account takes the person out of what others keep.
grant delete on public.email_confirmations, public.use_counts, public.notification_reads to florin_app;
grant update on public.invitees to florin_app;
