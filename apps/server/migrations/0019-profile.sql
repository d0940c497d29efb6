-- Profile and settings: another address, a picture, and how somebody wants to hear of news.

-- Only the token's SHA-256 is kept. Good once and for a day; nothing changes before it is used.
create table public.email_changes (
  token_hash bytea       primary key,
  user_id    uuid        not null references public.users,
  email      text        not null check (email = lower(email)),
  created_at timestamptz not null default now(),
  expires_at timestamptz not null default now() + interval '24 hours',
  used_at    timestamptz
);

create index email_changes_by_user on public.email_changes (user_id, created_at);

-- One picture a person, square and without what it knew of its origin. Another picture has another id.
create table public.avatars (
  id         uuid        primary key,
  user_id    uuid        not null unique references public.users,
  webp       bytea       not null,
  created_at timestamptz not null default now()
);

-- No row: as the columns' defaults say. Whoever queues a mail about news asks here (queue-news.ts).
create table public.notification_preferences (
  user_id uuid    primary key references public.users,
  email   boolean not null default true,
  push    boolean not null default true,
  sms     boolean not null default false
);

-- What this installation signs its push messages with, made once. The private half is sealed.
create table public.push_keys (
  only_one       boolean     primary key default true check (only_one),
  public_key     text        not null,
  sealed_private bytea       not null,
  created_at     timestamptz not null default now()
);

-- A browser that hears of news for as long as its session runs. Of a browser that two people use, whoever came last.
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

-- On their way to a browser, and gone once they are there.
create table public.push_messages (
  id              uuid        primary key,
  subscription_id uuid        not null references public.push_subscriptions on delete cascade,
  message         jsonb       not null,
  attempts        int         not null default 0,
  next_attempt_at timestamptz not null default now()
);

create index push_messages_by_time on public.push_messages (next_attempt_at);

-- How far the journal and the changes of members have been looked through for news. One row, made by the first look:
-- what was before it is told to nobody.
create table public.news_looks (
  only_one      boolean     primary key default true check (only_one),
  entry_id      bigint      not null,
  changed_since timestamptz not null,
  began_at      timestamptz not null default now()
);

-- What was as it is now when a member's news were last looked at.
create table public.news_looked_at (
  user_id  uuid primary key references public.users,
  versions text not null
);

-- News that were told, for as long as they could be taken for new.
create table public.told_news (
  user_id uuid        not null references public.users,
  news_id text        not null,
  told_at timestamptz not null default now(),
  primary key (user_id, news_id)
);

create index told_news_by_time on public.told_news (told_at);

alter table public.member_changes add column changed_at timestamptz not null default now();
create index member_changes_by_time on public.member_changes (changed_at);

grant select, insert, update, delete on
  public.email_changes, public.avatars, public.notification_preferences, public.push_subscriptions,
  public.push_messages, public.news_looks, public.news_looked_at, public.told_news
  to florin_app;
grant select, insert on public.push_keys to florin_app;

create index payment_requests_by_expiry on public.payment_requests (expires_at);
