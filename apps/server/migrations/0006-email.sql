-- Addresses: confirming one's own, inviting those without an account, and the mail that carries both.

alter table public.users add column email_confirmed_at timestamptz;

-- Only the token's SHA-256 is kept. Good once and for a day.
create table public.email_confirmations (
  token_hash bytea       primary key,
  user_id    uuid        not null references public.users,
  email      text        not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null default now() + interval '24 hours',
  used_at    timestamptz
);

create index email_confirmations_by_user on public.email_confirmations (user_id, created_at);

-- People without an account whom money was sent to. The ledger knows them, like members, only by the id.
create table public.invitees (
  id         uuid        primary key,
  email      text        not null unique check (email = lower(email)),
  invited_at timestamptz not null default now()
);

-- Mail waiting to be sent, and sent. In the sandbox this is also the outbox that /sandbox shows.
create table public.mails (
  id              uuid        primary key,
  recipient       text        not null,
  subject         text        not null,
  body            text        not null,
  link            text,
  once            text        unique,           -- what must be mailed once, whoever tries how often
  created_at      timestamptz not null default now(),
  sent_at         timestamptz,
  given_up_at     timestamptz,
  attempts        int         not null default 0,
  next_attempt_at timestamptz not null default now(),
  last_error      text
);

create index waiting_mails on public.mails (next_attempt_at) where sent_at is null and given_up_at is null;
create index mails_by_time on public.mails (created_at);

grant select, insert, update on public.email_confirmations, public.mails to florin_app;
grant select, insert on public.invitees to florin_app;
