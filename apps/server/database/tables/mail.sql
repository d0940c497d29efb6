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

-- Mails that members caused to an address within a day, for a limit on such mails.
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
