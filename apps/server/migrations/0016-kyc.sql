-- Who somebody really is. Whatever is personal here is sealed with the person's data key: a copy of these tables holds
-- nothing that can be read (docs/decisions/0016-sealed-in-the-database.md).

create table public.kyc_cases (
  user_id       uuid        primary key references public.users,
  form          bytea,                            -- sealed: what was entered so far
  round         int         not null default 0 check (round >= 0),  -- how often it was submitted
  submitted_at  timestamptz,
  next_check_at timestamptz,                      -- when the automatic check is asked; null: not asked (any more)
  notes         bytea,                            -- sealed: what the automatic check noticed
  check ((round = 0) = (submitted_at is null))
);

create index kyc_cases_to_check on public.kyc_cases (next_check_at) where next_check_at is not null;

-- The key is the promise that each submission is decided once, whoever tries.
create table public.kyc_decisions (
  user_id    uuid        not null references public.kyc_cases,
  round      int         not null check (round > 0),
  outcome    text        not null check (outcome in ('verified', 'needs_more', 'denied')),
  reasons    bytea,                               -- sealed: per item, in an operator's words
  decided_by uuid        references public.users, -- null: the automatic check, or the command line
  decided_at timestamptz not null default now(),
  primary key (user_id, round)
);

-- One of each kind: another takes its place.
create table public.kyc_files (
  id       uuid        primary key,
  user_id  uuid        not null references public.kyc_cases,
  kind     text        not null check (kind in ('front', 'back', 'selfie')),
  name     bytea       not null,                  -- sealed
  type     text        not null check (type in ('image/jpeg', 'image/png', 'application/pdf')),
  bytes    int         not null check (bytes > 0),
  content  bytea       not null,                  -- sealed
  added_at timestamptz not null default now(),
  unique (user_id, kind)
);

-- What is sealed does not shrink.
alter table public.kyc_files alter column content set storage external;

grant select, insert, update on public.kyc_cases to florin_app;
grant select, insert, update (reasons) on public.kyc_decisions to florin_app;
grant select, insert, delete on public.kyc_files to florin_app;
