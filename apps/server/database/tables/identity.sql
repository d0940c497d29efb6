-- People and businesses, their sessions, and the protection of accounts. The ledger knows them only by the id.

create table public.users (
  id                  uuid        primary key,
  email               text        not null check (email = lower(email)),
  name                text        not null,
  password_hash       text        not null,                -- argon2id, PHC string
  avatar              text,
  kyc_level           smallint    not null default 0 check (kyc_level between 0 and 2),
  plan                text        not null default 'personal' check (plan in ('personal', 'pro', 'business')),
  role                text        not null default 'member' check (role in ('member', 'operator')),
  created_at          timestamptz not null default now(),
  disabled_at         timestamptz,                         -- frozen or closed
  email_confirmed_at  timestamptz,
  phone               text,
  password_changed_at timestamptz not null default now(),
  two_factor_at       timestamptz,                         -- since when a second factor is required
  closed_at           timestamptz,                         -- final; a frozen account has only disabled_at
  frozen_reason       text,
  factor_reset_at     timestamptz,                         -- when two operators reset the second factor
  phone_confirmed_at  timestamptz,                         -- when the member entered a code sent to the phone
  restricted_at       timestamptz,                         -- owes money since then: may not send or withdraw
  kind                text        not null default 'person' check (kind in ('person', 'business')),
  constraint only_a_phone_is_confirmed check (phone is not null or phone_confirmed_at is null)
);

-- A business can name an address that is not its own. The address is taken once the business has confirmed it.
create unique index users_email_key on public.users (email) where kind = 'person' or email_confirmed_at is not null;
create index users_by_email on public.users (email);

-- Stores only the SHA-256 of the token. A remembered session slides thirty days and ends after ninety; any other session
-- ends after twelve hours.
create table public.sessions (
  token_hash   bytea       primary key,
  user_id      uuid        not null references public.users,
  remembered   boolean     not null,
  created_at   timestamptz not null default now(),
  expires_at   timestamptz not null,
  id           uuid        not null default gen_random_uuid() unique,
  user_agent   text        not null default '',
  ip           text        not null default '',
  new_device   boolean     not null default false,
  last_seen_at timestamptz not null default now(),
  factor_at    timestamptz,                                -- when the session last showed a second factor
  password_at  timestamptz                                 -- when the session last showed the password
);

create index sessions_by_user on public.sessions (user_id);
create index sessions_by_expiry on public.sessions (expires_at);

-- Failed sign-ins per account and per address range. Keys are digests, so no address is stored.
create table public.login_failures (
  key           bytea       primary key,
  failures      int         not null,
  blocked_until timestamptz not null,
  updated_at    timestamptz not null default now()
);

-- Stores only the SHA-256 of the token. Valid once and for a day.
create table public.email_confirmations (
  token_hash bytea       primary key,
  user_id    uuid        not null references public.users,
  email      text        not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null default now() + interval '24 hours',
  used_at    timestamptz
);

create index email_confirmations_by_user on public.email_confirmations (user_id, created_at);

-- Stores only the SHA-256 of the token. Valid once and for a day; the address changes when the token is used.
create table public.email_changes (
  token_hash bytea       primary key,
  user_id    uuid        not null references public.users,
  email      text        not null check (email = lower(email)),
  created_at timestamptz not null default now(),
  expires_at timestamptz not null default now() + interval '24 hours',
  used_at    timestamptz
);

create index email_changes_by_user on public.email_changes (user_id, created_at);

-- Addresses that still lead to a member after a change. The member may give up an address; closing the account deletes
-- all of them.
create table public.former_addresses (
  email   text        primary key check (email = lower(email)),
  user_id uuid        not null references public.users,
  since   timestamptz not null default now()               -- when the member changed to another address
);

create index former_addresses_by_user on public.former_addresses (user_id);

-- The address by which a viewer knows another member who has changed it. Without a row the current address is shown.
create table public.known_addresses (
  viewer_id uuid not null,
  person_id uuid not null,
  email     text not null,
  primary key (viewer_id, person_id)
);

create index known_addresses_by_person on public.known_addresses (person_id);

-- Recipients without an account. The ledger knows them, like members, only by the id.
create table public.invitees (
  id         uuid        primary key,
  email      text        not null unique check (email = lower(email)),
  invited_at timestamptz not null default now()
);

-- Changes of members and sessions, so that nodes can drop outdated cached data.
create table public.identity_changes (
  id         bigint      generated always as identity primary key,   -- in the order in which rows become visible
  mark       uuid        not null default gen_random_uuid(),         -- differs between two histories of one database
  member_id  uuid        not null,
  changed_at timestamptz not null default clock_timestamp()
);

-- Never empty, so that a node can always compare the last row it knows.
insert into public.identity_changes (member_id) values ('00000000-0000-0000-0000-000000000000');

-- Devices that a member has signed in on.
create table public.known_devices (
  user_id       uuid        not null references public.users,
  device        bytea       not null,                      -- SHA-256 of the member's id, the name and the network
  name          text        not null,                      -- Firefox on Linux
  network       text        not null,                      -- place of the first sign-in, without the last part
  first_seen_at timestamptz not null default now(),
  announced     boolean     not null,                      -- not the account's first device, and the member was notified
  primary key (user_id, device)
);

-- Requests for a new password. The server writes a row for every address, known or not, and a job handles the row a
-- moment later. So neither the answer nor its timing reveals whether the address has an account.
create table public.password_reset_requests (
  id           uuid        primary key,
  email        text        not null,
  requested_at timestamptz not null default now()
);

-- Stores only the SHA-256 of the token. Valid once and for half an hour.
create table public.password_resets (
  token_hash bytea       primary key,
  user_id    uuid        not null references public.users,
  email      text        not null,                         -- mailed to this address; invalid after a change of address
  created_at timestamptz not null default now(),
  expires_at timestamptz not null default now() + interval '30 minutes',
  used_at    timestamptz
);

create index password_resets_by_user on public.password_resets (user_id, created_at);

-- The encrypted secret of an authenticator app. The secret counts from users.two_factor_at on. Each code is accepted
-- once: last_step only grows.
create table public.authenticators (
  user_id    uuid        primary key references public.users,
  sealed     bytea       not null,
  last_step  bigint      not null default 0,
  created_at timestamptz not null default now()
);

create table public.recovery_codes (
  user_id uuid        not null references public.users,
  digest  bytea       not null,                            -- SHA-256 of the member's id and 80 random bits
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
  last_used_at  timestamptz,
  review_since  timestamptz                                -- waits for its owner to keep it; opens no session until then
);

create index passkeys_by_user on public.passkeys (user_id);

-- The challenge that a browser's answer must sign. The answer deletes the row, so the challenge is valid once.
create table public.passkey_challenges (
  id         uuid        primary key,
  challenge  text        not null,
  user_id    uuid        references public.users,          -- the member who adds a passkey; null at sign-in
  expires_at timestamptz not null default now() + interval '5 minutes'
);

-- One square picture per person, without metadata of its origin. Another picture has another id.
create table public.avatars (
  id         uuid        primary key,
  user_id    uuid        not null unique references public.users,
  webp       bytea       not null,
  created_at timestamptz not null default now()
);

-- The open code of a member.
create table public.phone_codes (
  user_id     uuid        primary key references public.users,
  phone       text        not null,                        -- the number that got the text: `+` and digits
  code_digest bytea       not null,                        -- keyed digest of the code
  attempts    int         not null default 0,
  expires_at  timestamptz not null default now() + interval '10 minutes'
);

-- Counts changes of a member outside the ledger, so that open pages reload.
create table public.member_changes (
  user_id    uuid        not null references public.users,
  topic      text        not null,
  version    bigint      not null default 1,
  changed_at timestamptz not null default now(),
  primary key (user_id, topic)
);

-- Payments change contacts, and no notification shows that: polling for news skips this topic.
create index member_changes_by_time on public.member_changes (changed_at) where topic <> 'contacts';

grant select, insert, update on public.users, public.invitees, public.member_changes to florin_app;
grant select, insert, update, delete on
  public.sessions, public.login_failures, public.email_confirmations, public.email_changes, public.known_addresses,
  public.known_devices, public.password_reset_requests, public.password_resets, public.authenticators, public.recovery_codes,
  public.passkeys, public.passkey_challenges, public.avatars, public.phone_codes
  to florin_app;
grant select, insert, delete on public.former_addresses to florin_app;
grant select, delete on public.identity_changes to florin_app;
