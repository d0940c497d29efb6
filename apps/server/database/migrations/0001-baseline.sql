-- The application connects as this role. The role owns nothing: each file here grants what the application needs. The
-- role has no password, so it cannot sign in from another machine. Several databases of one cluster may run this at the
-- same time.
do $$ begin
  create role florin_app login;
exception when duplicate_object or unique_violation then null;
end $$;

do $$ begin
  execute format('grant florin_app to %I', current_user);
exception when others then
  -- A superuser needs no grant, and some engines reject a grant that already exists.
  if not pg_has_role(current_user, 'florin_app', 'member') then raise; end if;
end $$;
-- The ledger's tables. Only the functions in functions/ledger/ write them; the application reads them through the views in
-- views/ledger.sql. docs/develop/ledger.md explains the whole.
--
-- Words: an entry is one balanced event. A posting is one line of an entry. A draw is a line that uses up an allowance. A
-- hold reserves money without moving it. available = posted - held, and never falls below the account's floor.

create schema ledger;

create table ledger.assets (
  code     text     primary key,
  decimals smallint not null check (decimals between 0 and 18),
  memo     boolean  not null default false      -- counts a limit, not money: posted on one side, exempt from zero sum
);

-- What allowances count in: cents of a dollar that may still go out, and hundred-millionths of a coin in stock.
insert into ledger.assets (code, decimals, memo) values ('USD-limit', 2, true), ('coin-limit', 8, true);

-- A wallet has floor 0. An allowance has floor -limit and starts at 0, so its balance is minus what was used.
-- A house account has no floor and negative ids. It is sixteen rows, its lanes: id to id + 15. Each batcher posts to one
-- lane, so no row is contended. The balance of the house account is the sum of its lanes.
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
  metadata     jsonb,                           -- the stored answer and what the history shows
  postings     smallint    not null             -- number of its postings
);

create sequence ledger.entry_blocks;

-- Append-only, one partition per year (functions/ledger/years.sql). (account_id, seq) is unique within a year by an index.
-- Across years the lock on the account keeps it unique: the account's row has the last number. The sweep counts them all.
create table ledger.postings (
  account_id    bigint         not null,
  seq           bigint         not null check (seq > 0),
  entry_id      bigint         not null,
  recorded_on   date           not null,        -- the UTC day of the entry's recorded_at
  amount        numeric(38, 0) not null check (amount <> 0),
  balance_after numeric(38, 0) not null,
  asset         text           not null
) partition by range (recorded_on);

-- Append-only. A separate table and not a unique column of the entry: two unique indexes on one table are two lock orders,
-- and two batches could deadlock between them.
create table ledger.quote_uses (
  quote_id uuid   primary key,
  entry_id bigint not null
);

-- A hold has the id of the entry that opened it. Exactly one entry ends it, and posts or releases it.
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

-- Up to which posting the sweep has verified each account.
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

-- What ledger.post() did with an entry, in order of precedence: an entry that fails for two reasons gets the first.
create type ledger.outcome as enum (
  'posted',           -- id: the new entry
  'duplicate',        -- same key, same request, done before. id: the first entry
  'conflict',         -- same key, another request. id: the first entry
  'unknown_account',  -- account: the one that does not exist
  'unbalanced',       -- does not sum to zero in each asset, or an amount is zero, fractional or absurd: a bug
  'hold_not_open',    -- never existed, has ended, or expired and may no longer be posted
  'quote_used',
  'quote_expired',    -- by the database's clock
  'insufficient',     -- account: the first that would fall below its floor
  'limit'             -- account: the first allowance that would be overdrawn
);

grant usage on schema ledger to florin_app;
-- People, their sessions, and what protects an account. The ledger knows a person only by the id.

create table public.users (
  id                  uuid        primary key,
  email               text        not null unique check (email = lower(email)),
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
  constraint only_a_phone_is_confirmed check (phone is not null or phone_confirmed_at is null)
);

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

-- Addresses that still lead to a member after a change. The member may give one up; closing the account deletes all.
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

-- Changes of members and sessions, so that nodes can drop what they cached.
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
  network       text        not null,                      -- where it was first seen, without the last part
  first_seen_at timestamptz not null default now(),
  announced     boolean     not null,                      -- not the account's first device, and the member was notified
  primary key (user_id, device)
);

-- Requests for a new password. The server writes a row for every address, known or not, and a job handles it a moment
-- later: neither the answer nor its timing tells whether the address has an account.
create table public.password_reset_requests (
  id           uuid        primary key,
  email        text        not null,
  requested_at timestamptz not null default now()
);

-- Stores only the SHA-256 of the token. Valid once and for half an hour.
create table public.password_resets (
  token_hash bytea       primary key,
  user_id    uuid        not null references public.users,
  email      text        not null,                         -- where it was mailed; invalid after a change of address
  created_at timestamptz not null default now(),
  expires_at timestamptz not null default now() + interval '30 minutes',
  used_at    timestamptz
);

create index password_resets_by_user on public.password_resets (user_id, created_at);

-- The encrypted secret of an authenticator app. It counts from users.two_factor_at on. Each code is accepted once:
-- last_step only grows.
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

-- What a browser's answer must sign. The answer deletes the row, so a challenge is valid once.
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
  phone       text        not null,                        -- where it was sent: `+` and digits
  code_digest bytea       not null,                        -- keyed digest of the code
  attempts    int         not null default 0,
  expires_at  timestamptz not null default now() + interval '10 minutes'
);

-- Counts changes of a member that the ledger does not know of, so that open pages reload.
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
-- What every part of the server uses.

-- The mode that a ledger was first opened in. It never changes, so sandbox money never becomes real.
create table public.installation (
  only_row            boolean     primary key default true check (only_row),
  mode                text        not null check (mode in ('sandbox', 'live')),
  opened_at           timestamptz not null default now(),
  seeded_at           timestamptz,                         -- when the cast moved in
  master_key_check    bytea,                               -- shows whether a process has the right master key
  published_passwords boolean     not null default true    -- the cast still has the passwords of the documentation
);

-- Repeating work, such as the sweep. The node that moves `next_run_at` forward runs the job.
create table public.recurring_jobs (
  name        text        primary key,
  next_run_at timestamptz not null,
  done_at     timestamptz not null default now()           -- last complete run, to the minute; before it: first start
);

-- The first use of each idempotency key, for commands that name their subject in the path. What such a command posts has
-- another key, which cannot tell two subjects apart. A send writes no row: its key is the key of its entry.
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

-- How often a member used something limited, such as looking up strangers or mailing links.
create table public.use_counts (
  user_id       uuid        not null references public.users,
  use           text        not null,
  used          int         not null,
  counted_until timestamptz not null,                      -- then the count starts again at one
  primary key (user_id, use)
);

grant select, update (master_key_check) on public.installation to florin_app;
grant select, insert, update on public.recurring_jobs to florin_app;
grant select, insert on public.command_keys, public.digest_keys to florin_app;
grant select, insert, delete on public.data_keys to florin_app;
grant select, insert, update, delete on public.use_counts to florin_app;
-- Mail that waits to be sent, and mail that was sent. In the sandbox it is also the outbox that /sandbox shows.

create table public.mails (
  id              uuid        primary key,
  recipient       text        not null,
  subject         text        not null,
  body            text        not null,
  link            text,
  once            text        unique,           -- names a mail that must be sent once, however often it is queued
  created_at      timestamptz not null default now(),
  sent_at         timestamptz,
  given_up_at     timestamptz,
  attempts        int         not null default 0,
  next_attempt_at timestamptz not null default now(),
  last_error      text,
  sealed_link     bytea,                        -- encrypted link that opens an account; deleted once sent
  extras          jsonb                         -- topic, label of the button, table of facts
);

create index waiting_mails on public.mails (next_attempt_at) where sent_at is null and given_up_at is null;
create index mails_by_time on public.mails (created_at);
create index mails_by_recipient on public.mails (recipient, created_at);
-- Closing an account searches the bodies of mails, which only the sandbox keeps after sending.
create index mails_with_words on public.mails (created_at) where body <> '';

-- The key pair for links in waiting mails. Queueing needs the public key only.
create table public.mail_keys (
  only_one       boolean     primary key default true check (only_one),
  public_key     bytea       not null,
  sealed_private bytea       not null,          -- encrypted under the master key
  created_at     timestamptz not null default now()
);

-- Mails that members caused to an address within a day, to limit them.
create table public.member_mails (
  address   bytea       not null,               -- digest of the address; all senders share it
  sender_id uuid        not null,
  mailed_at timestamptz not null default now()
);

create index member_mails_by_address on public.member_mails (address, mailed_at);
create index member_mails_by_time on public.member_mails (mailed_at);

grant select, insert, update on public.mails to florin_app;
grant select, insert on public.mail_keys to florin_app;
grant select, insert, delete on public.member_mails to florin_app;
-- Text messages that wait to be sent, and text messages that were sent. In the sandbox /sandbox shows them.
create table public.texts (
  id              uuid        primary key,
  user_id         uuid        references public.users,     -- null once the account is closed
  purpose         text        not null check (purpose in ('code', 'news')),
  number_digest   bytea       not null,                    -- keyed; outlives the account, to limit texts to one number
  recipient       text        not null,                    -- emptied once sent, outside the sandbox
  sealed_body     bytea,                                   -- encrypted to the pair in mail_keys; deleted with the recipient
  once            text        unique,                      -- names a text that must be sent once
  created_at      timestamptz not null default now(),
  expires_at      timestamptz not null,                    -- not sent after this
  sent_at         timestamptz,
  given_up_at     timestamptz,
  attempts        int         not null default 0,
  next_attempt_at timestamptz not null default now(),
  last_error      text
);

create index waiting_texts on public.texts (next_attempt_at) where sent_at is null and given_up_at is null;
create index texts_by_number on public.texts (number_digest, created_at);
create index texts_by_user on public.texts (user_id, created_at);
create index texts_by_time on public.texts (created_at);

grant select, insert, update, delete on public.texts to florin_app;
-- Payment methods, and charges on them.

-- What the payment rail returned for a card or bank account; never the number itself.
create table public.payment_methods (
  id             uuid        primary key,
  user_id        uuid        not null references public.users,
  rail_token     text        not null,
  type           text        not null check (type in ('card', 'bank')),
  brand          text,
  last4          text,
  expiry         text,
  name           text,
  account_number text,
  is_default     boolean     not null,
  created_at     timestamptz not null default now(),
  removed_at     timestamptz,
  usable_from    timestamptz not null default now(),       -- withdrawals to this bank account start here
  review_since   timestamptz                               -- waits for its owner to keep it after a password reset
);

create index payment_methods_by_user on public.payment_methods (user_id) where removed_at is null;
create unique index one_default_payment_method on public.payment_methods (user_id)
  where is_default and removed_at is null;

-- Money requested from a card. The server writes the row before it calls the rail and posts to the ledger after. After any
-- interruption it continues from the row with the same id, so neither side acts twice.
create table public.charges (
  id                uuid           primary key,            -- digest of user, call and idempotency key; the entry's key too
  user_id           uuid           not null references public.users,
  request_hash      bigint         not null,
  payment_method_id uuid           not null references public.payment_methods,
  amount            numeric(38, 0) not null check (amount > 0),
  asset             text           not null,
  purpose           text           not null check (purpose in ('deposit', 'buy')),
  details           jsonb          not null,               -- what must not change between attempts
  state             text           not null check (state in ('started', 'declined', 'charged', 'posted', 'refunded')),
  working_until     timestamptz    not null,               -- another attempt may begin after this
  created_at        timestamptz    not null default now()
);

create index unfinished_charges on public.charges (working_until) where state in ('started', 'charged');
-- Members are notified of refunds; there are few.
create index refunded_charges on public.charges (user_id) where state = 'refunded';

grant select, insert, update on public.payment_methods, public.charges to florin_app;
-- Money sent to an address without an account. The ledger's holds say whether it waits, was claimed, cancelled or
-- returned. A row here is written first and names the recipient of the entry with that key. One key may come with two
-- addresses, after a rejection or at the same moment: each has a row, and the entry decides.
create table public.held_sends (
  key             uuid        not null,                    -- the entry's
  sender_id       uuid        not null references public.users,
  invitee_id      uuid        not null references public.invitees,
  created_at      timestamptz not null default now(),
  expires_at      timestamptz not null default now() + interval '30 days',
  invited_at      timestamptz,                             -- when the invitation was mailed
  invitation_hash bytea,                                   -- digest of the token in that mail's link; one mail may list several
  primary key (key, invitee_id)
);

create index held_sends_by_invitee on public.held_sends (invitee_id);
create index held_sends_to_invite on public.held_sends (created_at) where invited_at is null;
create index held_sends_by_invitation on public.held_sends (invitation_hash) where invitation_hash is not null;

grant select, insert, update on public.held_sends to florin_app;
-- The recipients of a member's payments, and people that the member added.
create table public.contacts (
  id           uuid        primary key,
  user_id      uuid        not null references public.users,
  email        text        not null check (email = lower(email)),
  name         text        not null,
  favorite     boolean     not null default false,
  last_sent_at timestamptz,
  created_at   timestamptz not null default now(),
  -- Who got the last payment: a member, or an invitee where the address had no account. The address can have another
  -- holder by then.
  sent_to      uuid,
  unique (user_id, email)
);

-- A change of address and a closed account are searched for in everyone's contacts.
create index contacts_by_email on public.contacts (email);

grant select, insert, update, delete on public.contacts to florin_app;
-- Payment requests. The ledger says how one ended: paying, declining and cancelling post entries with the same key, so only
-- one of them takes place. Without such an entry the request is open until it expires.
create table public.payment_requests (
  id              uuid           primary key,
  requester_id    uuid           not null references public.users,
  recipient_email text           check (recipient_email = lower(recipient_email)),   -- null: anyone with the link
  amount          numeric(38, 0) not null check (amount > 0),
  asset           text           not null,
  note            text,
  ending_key      uuid           not null unique,
  created_at      timestamptz    not null default now(),
  expires_at      timestamptz    not null default now() + interval '30 days',
  reminders       int            not null default 0,
  reminded_at     timestamptz,
  asked_id        uuid           -- the payer, where the address is a former one; it stays theirs after they give it up
);

create index payment_requests_by_requester on public.payment_requests (requester_id, created_at);
create index payment_requests_by_recipient on public.payment_requests (recipient_email, created_at);
create index payment_requests_by_asked on public.payment_requests (asked_id, created_at) where asked_id is not null;
create index payment_requests_by_expiry on public.payment_requests (expires_at);

grant select, insert, update, delete on public.payment_requests to florin_app;
-- Prices held for some seconds. The ledger decides, as it posts, that a quote is used once and in time.
create table public.quotes (
  id         uuid        primary key,
  user_id    uuid        not null references public.users,
  kind       text        not null check (kind in ('exchange', 'buy', 'sell')),
  details    jsonb       not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null
);

create index quotes_by_expiry on public.quotes (expires_at);

grant select, insert, delete on public.quotes to florin_app;
-- Stored prices, for charts and never for money, and the coins that members marked.

-- Minutes are kept for two days, hours for five weeks, days without end.
create table public.candles (
  every     smallint    not null check (every in (1, 60, 1440)),   -- minutes
  simulated boolean     not null,   -- made up by the sandbox; never in one chart with market prices
  symbol    text        not null,
  start     timestamptz not null,
  open      float8      not null,   -- dollars; real has too few digits for the cents of a price above 100,000
  high      float8      not null,
  low       float8      not null,
  close     float8      not null,
  primary key (simulated, symbol, every, start)
)
-- Each minute rewrites the running hour and day of every coin: autovacuum cleans up early.
with (autovacuum_vacuum_scale_factor = 0.05);

create table public.favorite_coins (
  user_id uuid not null references public.users,
  symbol  text not null,
  primary key (user_id, symbol)
);

grant select, insert, update, delete on public.candles to florin_app;
grant select, insert, delete on public.favorite_coins to florin_app;
-- The cost of the coins in each wallet and the gain of its sales, folded from postings up to a sequence number. A cache:
-- each row follows from the ledger alone and may be deleted at any time. It has no foreign key, which would wait for the
-- account that the ledger is posting to.
create table public.positions (
  account_id    bigint         primary key,
  seq           bigint         not null,      -- the wallet's last posting that is included
  usd_seq       bigint         not null,      -- that trade's posting in the USD wallet
  coins         numeric(38, 0) not null check (coins >= 0),
  cost          numeric(38, 0) not null check (cost >= 0),
  realized_gain numeric(38, 0) not null,
  constraint no_coins_cost_nothing check (coins > 0 or cost = 0)
);

grant select, insert, update on public.positions to florin_app;
-- Notifications are derived from the journal, requests and cases. These tables store what a member has read, how a member
-- wants to be notified, and how far the server has polled for news.

create table public.notification_reads (
  user_id    uuid        primary key references public.users,
  read_until timestamptz not null
);

-- Without a row the defaults apply.
create table public.notification_preferences (
  user_id     uuid        primary key references public.users,
  email       boolean     not null default true,
  push        boolean     not null default true,
  sms         boolean     not null default false,
  email_since timestamptz,                                 -- mail was turned on again: earlier events are not mailed
  topics      jsonb       not null default '{}',           -- differences from the default: {"trades": {"email": false}}
  sms_since   timestamptz                                  -- text messages were turned on: earlier events are not texted
);

-- The key pair that signs push messages of this installation.
create table public.push_keys (
  only_one       boolean     primary key default true check (only_one),
  public_key     text        not null,
  sealed_private bytea       not null,                     -- encrypted under the master key
  created_at     timestamptz not null default now()
);

-- A browser that gets push messages while its session lasts. Where two members use one browser, the later one gets them.
create table public.push_subscriptions (
  id         uuid        primary key,
  user_id    uuid        not null references public.users,
  session_id uuid        not null references public.sessions (id) on delete cascade,
  endpoint   text        not null unique,
  p256dh     text        not null,
  auth       text        not null,
  created_at timestamptz not null default now()
);

create index push_subscriptions_by_user on public.push_subscriptions (user_id);
create index push_subscriptions_by_session on public.push_subscriptions (session_id);

-- Push messages that wait to be sent; delivery deletes the row.
create table public.push_messages (
  id              uuid        primary key,
  subscription_id uuid        not null references public.push_subscriptions on delete cascade,
  message         jsonb       not null,
  attempts        int         not null default 0,
  next_attempt_at timestamptz not null default now()
);

create index push_messages_by_time on public.push_messages (next_attempt_at);

-- How far the server has polled the journal and the changes of members for news. The first poll makes the one row. Earlier
-- events cause no notification.
--
-- A poll records the last entry that it sees and the first transaction that had not begun. Entries get their number after
-- their transaction has its own: once each transaction before that one has ended, all entries up to the recorded one are
-- visible. No transaction that writes entries takes minutes. One that is open for longer is another one, or the number is
-- from another database, before a restore.
create table public.news_polls (
  only_one        boolean     primary key default true check (only_one),
  entry_id        bigint      not null,
  changed_since   timestamptz not null,
  began_at        timestamptz not null default now(),
  next_entry_id bigint,
  next_xid      xid8,
  polled_at       timestamptz
);

-- The state of a member at the last poll of their news.
create table public.news_versions (
  user_id  uuid primary key references public.users,
  versions text not null
);

-- News that the member was notified of, for as long as a poll could find it again.
create table public.notified_news (
  user_id uuid        not null references public.users,
  news_id text        not null,
  notified_at timestamptz not null default now(),
  primary key (user_id, news_id)
);

create index notified_news_by_time on public.notified_news (notified_at);

grant select, insert, update, delete on
  public.notification_reads, public.notification_preferences, public.push_subscriptions, public.push_messages,
  public.news_polls, public.news_versions, public.notified_news
  to florin_app;
grant select, insert on public.push_keys to florin_app;
-- Identity verification. Everything personal is encrypted with the person's data key (data_keys).

create table public.kyc_cases (
  user_id         uuid        primary key references public.users,
  form            bytea,                            -- encrypted: what was entered so far
  round           int         not null default 0 check (round >= 0),  -- number of submissions
  submitted_at    timestamptz,
  next_check_at   timestamptz,                      -- when the automatic check runs; null: never again
  notes           bytea,                            -- encrypted: remarks of the automatic check
  document_digest bytea,                            -- keyed digest of the document's number, while the account is open
  new_name        bytea,                            -- encrypted: the name that waits for verification
  new_name_at     timestamptz,                      -- earlier submissions and files are about the old name
  check ((round = 0) = (submitted_at is null)),
  constraint new_names_have_a_time check ((new_name is null) = (new_name_at is null))
);

create index kyc_cases_to_check on public.kyc_cases (next_check_at) where next_check_at is not null;
create index kyc_cases_by_document on public.kyc_cases (document_digest) where document_digest is not null;

-- The primary key guarantees that each submission is decided once.
create table public.kyc_decisions (
  user_id    uuid        not null references public.kyc_cases,
  round      int         not null check (round > 0),
  outcome    text        not null check (outcome in ('verified', 'needs_more', 'denied')),
  reasons    bytea,                                 -- encrypted: an operator's words, per item
  decided_by uuid        references public.users,   -- null: the automatic check or the command line
  decided_at timestamptz not null default now(),
  primary key (user_id, round)
);

-- One file of each kind; another file replaces it.
create table public.kyc_files (
  id       uuid        primary key,
  user_id  uuid        not null references public.kyc_cases,
  kind     text        not null check (kind in ('front', 'back', 'selfie')),
  name     bytea       not null,                    -- encrypted
  type     text        not null check (type in ('image/jpeg', 'image/png', 'application/pdf')),
  bytes    int         not null check (bytes > 0),
  content  bytea       not null,                    -- encrypted
  added_at timestamptz not null default now(),
  unique (user_id, kind)
);

-- Encrypted data does not compress.
alter table public.kyc_files alter column content set storage external;

grant select, insert, update, delete on public.kyc_cases to florin_app;
grant select, insert, update (reasons), delete on public.kyc_decisions to florin_app;
grant select, insert, delete on public.kyc_files to florin_app;
-- Plans that are paid by the month. users.plan has the member's plan; a row here says until when it is paid. A plan without
-- a row was given and is not billed.
create table public.subscriptions (
  user_id     uuid        primary key references public.users,
  started_at  timestamptz not null,               -- months are counted from here, so the 31st comes back
  months      int         not null check (months > 0),                    -- number of paid months
  ends_at     timestamptz not null,               -- the end of the last paid month
  next_plan   text        check (next_plan in ('personal', 'pro')),       -- the plan after ends_at, where it differs
  grace_until timestamptz,                        -- the month after ends_at is not paid yet
  constraint ends_with_its_months check
    (ends_at = (started_at at time zone 'UTC' + make_interval(months => months)) at time zone 'UTC')
);

create index subscriptions_by_end on public.subscriptions (ends_at);

-- Changes by members, each with its idempotency key and its answer, written in the same transaction.
create table public.plan_changes (
  key          uuid        primary key,
  user_id      uuid        not null references public.users,
  request_hash bigint      not null,
  answer       json        not null,
  changed_at   timestamptz not null default now()
);

create index plan_changes_by_user on public.plan_changes (user_id);

-- What billing notifies a member of, in addition to the receipt, which is a line of the history.
create table public.plan_notices (
  user_id   uuid           not null references public.users,
  month     timestamptz    not null,              -- the start of the unpaid month
  kind      text           not null check (kind in ('plan_payment_failed', 'plan_ended')),
  plan      text           not null,
  price     numeric(38, 0) not null,              -- cents of a dollar
  due_until timestamptz    not null,
  at        timestamptz    not null default now(),
  primary key (user_id, month, kind)
);

grant select, insert, update, delete on public.subscriptions to florin_app;
grant select, insert on public.plan_changes, public.plan_notices to florin_app;
-- The audit trail: what operators did. Append-only, and a chain: each line has a SHA-256 of its content and of the hash of
-- the line before, so a changed, removed or inserted line breaks all later ones. A cut end shows by comparing with a hash
-- that was recorded elsewhere. Only record_act() writes lines (functions/audit.sql).
--
-- The table has no names and no addresses: people are ids, and the list adds names of accounts that still exist.
create table public.operator_acts (
  id          bigint      primary key,          -- 1, 2, 3, … without a gap
  at          timestamptz not null,
  actor       text        not null check (actor in ('operator', 'system', 'command line')),
  operator_id uuid        references public.users,
  did         text        not null check (did <> ''),
  member_id   uuid        references public.users,
  details     text        not null,             -- in words, about no person
  ip          text,
  hash        bytea       not null unique,
  constraint only_an_operator_has_an_id check ((actor = 'operator') = (operator_id is not null))
);

-- Repeated views of a list are recorded once an hour; each view asks for the last one.
create index operator_acts_by_operator on public.operator_acts (operator_id, did, at desc) where operator_id is not null;

grant select on public.operator_acts to florin_app;
-- Acts that need two operators: one proposes, another one approves or rejects.
create table public.operator_proposals (
  id              uuid        primary key,
  request_hash    bigint      not null,             -- of the command whose key is the id
  kind            text        not null check (kind in ('settle_deposit', 'return_order', 'supply_coins', 'reset_factor')),
  subject         text,                             -- order, coin or member; one open proposal per subject; null: any number
  member_id       uuid        references public.users,  -- whose money or account; null: the house's
  parameters      jsonb       not null,             -- ids and numbers, and the text for the member
  reason          text        not null,             -- in the proposer's words; emptied when the member's account is closed
  proposed_by     uuid        not null references public.users,
  proposed_at     timestamptz not null default now(),
  expires_at      timestamptz not null default now() + interval '7 days',
  state           text        not null default 'proposed'
                  check (state in ('proposed', 'approved', 'rejected', 'withdrawn', 'expired')),
  decided_by      uuid        references public.users,  -- null while open and after expiry
  decided_at      timestamptz,
  decision_reason text,
  constraint decided_once check ((state = 'proposed') = (decided_at is null)),
  constraint decided_by_a_second_operator check (state not in ('approved', 'rejected') or decided_by <> proposed_by),
  constraint an_operator_decides check ((state in ('approved', 'rejected', 'withdrawn')) = (decided_by is not null)),
  constraint withdrawn_by_the_proposer check (state <> 'withdrawn' or decided_by = proposed_by)
);

create unique index one_open_proposal on public.operator_proposals (subject) where state = 'proposed';
create index open_proposals on public.operator_proposals (proposed_at) where state = 'proposed';
create index proposals_by_member on public.operator_proposals (member_id) where member_id is not null;

grant select, insert, update (state, decided_by, decided_at, decision_reason, reason, parameters)
  on public.operator_proposals to florin_app;
-- What survives the closing of an account: used limits and a denied verification, under keyed digests of addresses and
-- document numbers. Without the key (digest_keys) no row identifies a person.

create table public.address_traces (
  digest    bytea       primary key,             -- an address that a closed account had or an open one gave up
  month     text        not null,                -- 2026-11, in UTC
  outflow   numeric     not null check (outflow >= 0),    -- cents of a dollar that left in that month
  purchases numeric     not null check (purchases >= 0),  -- cents of a dollar of coins bought in that month
  denied_at timestamptz                          -- last denial of a verification
);

create table public.document_traces (
  digest    bytea       primary key,             -- a document's number
  denied_at timestamptz not null
);

grant select, insert, update, delete on public.address_traces, public.document_traces to florin_app;
