-- Text messages that wait to be sent, and text messages that were sent. In the sandbox, the page /sandbox shows them.
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
