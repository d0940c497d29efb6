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

-- The notices of billing to a member, in addition to the receipt, which is a line of the history.
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
