-- A phone number is texted once its member has entered a code that was sent there.
alter table public.users
  add column phone_confirmed_at timestamptz,
  add constraint only_a_phone_is_confirmed check (phone is not null or phone_confirmed_at is null);

-- The open code of a member. Stores a keyed digest of it, and the number that it was sent to as `+` and digits.
create table public.phone_codes (
  user_id     uuid        primary key references public.users,
  phone       text        not null,
  code_digest bytea       not null,
  attempts    int         not null default 0,
  expires_at  timestamptz not null default now() + interval '10 minutes'
);

-- Text messages waiting to be sent, and sent; in the sandbox also the ones that /sandbox shows. The number's keyed digest
-- outlives number and account: it limits how many are sent there.
create table public.texts (
  id              uuid        primary key,
  user_id         uuid        references public.users,     -- null once the account is closed
  purpose         text        not null check (purpose in ('code', 'news')),
  number_digest   bytea       not null,
  recipient       text        not null,                    -- emptied once sent, outside of the sandbox
  sealed_body     bytea,                                   -- encrypted to the pair in mail_keys; emptied with it
  once            text        unique,                      -- what must be sent once
  created_at      timestamptz not null default now(),
  expires_at      timestamptz not null,                    -- later than this it is of no use
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

-- When the member last turned text messages on: earlier events are not texted. Null: never.
alter table public.notification_preferences add column sms_since timestamptz;

grant select, insert, update, delete on public.phone_codes, public.texts to florin_app;
