-- Notifications are derived from the journal, requests and cases. These tables store the notifications that a member
-- has read, the member's preferences, and the progress of polling for news.

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

-- A browser that gets push messages while its session lasts. If two members use one browser, the later member gets the
-- messages.
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

-- How far the server has polled the journal of each ledger and the changes of members for news. The first poll makes the
-- row. Earlier events cause no notification. The rows of all ledgers are in the main database.
--
-- A poll records the last entry that it sees and the first transaction that had not begun. Entries get their number
-- after their transaction has its number. So once each transaction before the recorded one has ended, all entries up to
-- the recorded entry are visible. No transaction that writes entries takes minutes. A transaction that is open for
-- longer writes no entries, or the recorded number is from another database, before a restore.
create table public.news_polls (
  entry_id        bigint      not null,
  changed_since   timestamptz not null,
  began_at        timestamptz not null default now(),
  next_entry_id bigint,
  next_xid      xid8,
  polled_at       timestamptz,
  shard         smallint    primary key default 0
);

-- The state of a member at the last poll of their news.
create table public.news_versions (
  user_id  uuid primary key references public.users,
  versions text not null
);

-- News that the member was notified of, stored as long as a poll could find the news again.
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
