-- API keys: programs act with them for a party as long as their maker may.

create table public.api_keys (
  id                 uuid        primary key,
  party_id           uuid        not null references public.users,  -- the account that the key acts for
  maker_id           uuid        not null references public.users,  -- the person whose role the key has
  name               text        not null,
  hint               text        not null,                -- the ends of the latest secret, for display
  scopes             text[]      not null check (cardinality(scopes) > 0),
  wallet             text        check (wallet in ('USD', 'EUR', 'GBP')),
  recipients         text[]      not null default '{}',   -- addresses; empty: all
  cap_payment        bigint      check (cap_payment > 0), -- caps are in US cents; null: none
  cap_day            bigint      check (cap_day > 0),
  cap_month          bigint      check (cap_month > 0),
  networks           text[]      not null default '{}',   -- CIDR; empty: all
  confirmed_payments boolean     not null default false,
  created_at         timestamptz not null default now(),
  expires_at         timestamptz,
  revoked_at         timestamptz,
  last_used_at       timestamptz,
  last_used_from     text,
  calls              bigint      not null default 0,
  constraint caps_replace_confirmation check (not confirmed_payments or cap_day is not null)
);

create index api_keys_by_party on public.api_keys (party_id) where revoked_at is null;
create index api_keys_by_maker on public.api_keys (maker_id) where revoked_at is null;

-- Stores only the SHA-256 of a secret. After a rotation the former secret works until its end.
create table public.api_key_secrets (
  digest bytea       primary key,
  key_id uuid        not null references public.api_keys,
  until  timestamptz                                      -- null: the latest secret
);

create unique index one_latest_secret on public.api_key_secrets (key_id) where until is null;
create index api_key_secrets_by_key on public.api_key_secrets (key_id);

grant select, insert, update on public.api_keys to florin_app;
grant select, insert, update, delete on public.api_key_secrets to florin_app;
