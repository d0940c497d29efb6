-- Plans that are paid by the month. Which plan a member has stands in users.plan; a row here says until when it is paid.
-- A plan without a row was given, and is not billed.
create table public.subscriptions (
  user_id     uuid        primary key references public.users,
  started_at  timestamptz not null,               -- months are counted from here, so that the 31st comes back
  months      int         not null check (months > 0),                    -- as many are paid
  ends_at     timestamptz not null,               -- the end of the last of them
  next_plan   text        check (next_plan in ('personal', 'pro')),       -- from ends_at on, where it is another
  grace_until timestamptz,                        -- the month from ends_at on could not be paid yet
  constraint ends_with_its_months check
    (ends_at = (started_at at time zone 'UTC' + make_interval(months => months)) at time zone 'UTC')
);

create index subscriptions_by_end on public.subscriptions (ends_at);

-- What members have changed, each under its idempotency key with what was answered, written together with the change.
create table public.plan_changes (
  key          uuid        primary key,
  user_id      uuid        not null references public.users,
  request_hash bigint      not null,
  answer       json        not null,
  changed_at   timestamptz not null default now()
);

create index plan_changes_by_user on public.plan_changes (user_id);

-- What billing has to tell a member beyond the receipt, which is a line of the history.
create table public.plan_notices (
  user_id   uuid           not null references public.users,
  month     timestamptz    not null,              -- the start of the month that is not paid
  kind      text           not null check (kind in ('plan_payment_failed', 'plan_ended')),
  plan      text           not null,
  price     numeric(38, 0) not null,              -- cents of a dollar
  due_until timestamptz    not null,
  at        timestamptz    not null default now(),
  primary key (user_id, month, kind)
);

grant select, insert, update, delete on public.subscriptions to florin_app;
grant select, insert on public.plan_changes, public.plan_notices to florin_app;
