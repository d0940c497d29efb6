-- The events of members who use them, and the webhooks that get the events. Events are derived from the journal and
-- from the records of other slices. A payment writes nothing here.

-- A member whose events are recorded: since they asked for the log or added a webhook.
create table public.event_parties (
  user_id       uuid        primary key references public.users,
  since         timestamptz not null,                      -- events before are not recorded
  last_sequence bigint      not null default 0,            -- of the member's last event
  position      jsonb,                                     -- how far the history was read; null: not yet
  requests_read timestamptz not null,                      -- up to when changes of requests were read
  versions      text,                                      -- of the member's data at the last reading; null: read again
  check_at      timestamptz not null default now()         -- when a request expires, which changes no version
);

-- The id is a digest of the event's subject, so that an event is recorded once. The sequence numbers of a member have
-- no gaps.
create table public.events (
  id          text        primary key,
  user_id     uuid        not null references public.event_parties on delete cascade,
  sequence    bigint      not null check (sequence > 0),
  type        text        not null,
  object      text        not null,                        -- the call that returns the object
  happened_at timestamptz not null,
  sealed_body bytea       not null,                        -- the body of its delivery, encrypted under the member's key
  constraint events_are_numbered unique (user_id, sequence)
);

create index events_by_time on public.events (user_id, happened_at);

-- The key pair of this installation for `v1a` signatures.
create table public.webhook_keys (
  only_one       boolean     primary key default true check (only_one),
  public_key     bytea       not null,                     -- 32 bytes
  sealed_private bytea       not null,                     -- encrypted under the master key
  created_at     timestamptz not null default now()
);

create table public.webhooks (
  id                uuid        primary key,
  user_id           uuid        not null references public.event_parties on delete cascade,
  url               text        not null,
  description       text        not null,
  types             text[]      not null,                  -- empty: all
  sealed_secret     bytea       not null,                  -- encrypted under the member's key
  sealed_old_secret bytea,                                 -- signs, too, until old_secret_until
  old_secret_until  timestamptz,
  active_since      timestamptz not null default now(),    -- it gets the events from then on
  created_at        timestamptz not null default now(),
  failures          int         not null default 0,        -- since the last success; attempts at the same time count once
  failed_at         timestamptz,                           -- last failure
  failing_since     timestamptz,                           -- first failure since the last success
  next_attempt_at   timestamptz,                           -- nothing is delivered before, because it failed
  warned_at         timestamptz,                           -- when the member got a mail about the failures
  disabled_at       timestamptz,
  given_up_at       timestamptz,                           -- disabled because of the failures
  set_by            uuid        references public.users,   -- the person who last set address or secret; null: set before this was stored
  constraint old_secret_has_an_end check ((sealed_old_secret is null) = (old_secret_until is null)),
  constraint given_up_is_disabled  check (given_up_at is null or disabled_at is not null)
);

create index webhooks_by_user on public.webhooks (user_id);
create index webhooks_set_for_businesses on public.webhooks (set_by) where set_by <> user_id;

-- The delivery of an event to a webhook. A replay makes it wait again. A node moves `due_at` past the longest time of a
-- delivery before it delivers, so the delivery of a killed node becomes due again.
create table public.webhook_deliveries (
  id         uuid        primary key,
  webhook_id uuid        not null references public.webhooks on delete cascade,
  event_id   text        not null references public.events on delete cascade,
  sequence   bigint      not null,                         -- of the event
  object     text        not null,                         -- of the event; its events are delivered in order
  state      text        not null default 'waiting' check (state in ('waiting', 'delivered', 'failed')),
  attempts   int         not null default 0,
  due_at     timestamptz not null default now(),
  created_at timestamptz not null default now(),           -- or of the replay; it is tried for three days
  constraint webhook_gets_an_event_once unique (webhook_id, sequence)
);

create index webhook_deliveries_due on public.webhook_deliveries (webhook_id, due_at, sequence) where state = 'waiting';
create index webhook_deliveries_of_object on public.webhook_deliveries (webhook_id, object, sequence) where state = 'waiting';
create index webhook_deliveries_by_event on public.webhook_deliveries (event_id);
create index webhook_deliveries_by_time on public.webhook_deliveries (created_at);

create table public.webhook_attempts (
  id          bigint      generated always as identity primary key,
  delivery_id uuid        not null references public.webhook_deliveries on delete cascade,
  attempted_at timestamptz not null,
  took_ms     int         not null,
  url         text        not null,
  status      int,
  error       text,
  answer      text        not null                         -- the beginning of the answer's body
);

create index webhook_attempts_by_delivery on public.webhook_attempts (delivery_id, id);

grant select, insert, update, delete on
  public.event_parties, public.events, public.webhooks, public.webhook_deliveries, public.webhook_attempts
  to florin_app;
grant select, insert on public.webhook_keys to florin_app;
