-- What an account is beyond its login, what a session knows of itself, and the keys that personal data is sealed with.

alter table public.users
  add column phone               text,
  add column password_changed_at timestamptz not null default now(),
  add column two_factor_at       timestamptz,       -- since when a second factor is asked for
  add column closed_at           timestamptz,       -- for ever; a frozen account has only disabled_at
  add column frozen_reason       text;

alter table public.sessions
  add column id           uuid        not null default gen_random_uuid() unique,
  add column user_agent   text        not null default '',
  add column ip           text        not null default '',
  add column new_device   boolean     not null default false,
  add column last_seen_at timestamptz not null default now(),
  add column factor_at    timestamptz;              -- when a second factor was last shown

-- A person's data key, wrapped by the master key. Deleting it makes whatever was sealed with it unreadable for ever.
create table public.data_keys (
  user_id    uuid        primary key,
  wrapped    bytea       not null,
  created_at timestamptz not null default now()
);

grant select, insert, delete on public.data_keys to florin_app;

-- Shows whether a process was given the master key that the data was sealed under.
alter table public.installation add column master_key_check bytea;
grant update (master_key_check) on public.installation to florin_app;
