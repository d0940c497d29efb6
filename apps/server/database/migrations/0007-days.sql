-- Closed bank days, sanctions hits, and the last exchange rates (tables/bank.sql, screening.sql, exchange.sql).

-- What an operator closed a day with: the figures of one operator account, kept permanently. A chain like the audit trail: each
-- report has a SHA-256 of its content and of the hash of the report before, over all accounts. Only record_day_report()
-- writes reports (functions/day-reports.sql). The content names no member.
create table public.day_reports (
  number    bigint      primary key,               -- 1, 2, 3, … without a gap
  account   text        not null references public.operator_accounts,
  day       date        not null,
  closed_at timestamptz not null,
  closed_by uuid        references public.users,   -- null: the command line
  content   text        not null,                  -- JSON
  hash      bytea       not null unique,
  constraint a_day_is_closed_once unique (account, day)
);

alter table public.bank_statements add column report bigint references public.day_reports;
alter table public.bank_lines add column report bigint references public.day_reports;
create index payouts_in_batches on public.payouts (batch_id) where state = 'batched';
create index bank_lines_without_report on public.bank_lines (account) where report is null;
create index bank_statements_without_report on public.bank_statements (account) where report is null;

grant select on public.day_reports to florin_app;
grant update (report) on public.bank_statements to florin_app;

-- Names that are similar to names on a sanctions list, each until an operator decides. Money waits meanwhile.
create table public.screening_hits (
  id         bigint      generated always as identity primary key,
  subject    text        not null unique,          -- `member <id>`, or `line <id>` for a payer on a bank statement
  member_id  uuid        references public.users,  -- null: a payer who is no member
  name       text        not null,                 -- as it was compared; emptied when the member's account is closed
  found      jsonb       not null,                 -- the listed parties
  parties    text[]      not null,                 -- their lists and ids; a new one needs a new decision
  state      text        not null default 'waiting' check (state in ('waiting', 'cleared', 'confirmed')),
  found_at   timestamptz not null default now(),
  decided_by uuid        references public.users,
  decided_at timestamptz,
  reason     text,
  constraint decided_by_an_operator check ((state = 'waiting') = (decided_by is null))
);

create index waiting_screening_hits on public.screening_hits (id) where state = 'waiting';
create index screening_hits_by_member on public.screening_hits (member_id) where member_id is not null;

grant select, insert, update on public.screening_hits to florin_app;

-- The last accepted exchange rates, so that a restart does not forget them. One row; every node writes what it accepts.
create table public.exchange_rates (
  one       boolean     primary key default true check (one),
  dollar    text        not null,                 -- exact decimals, all in the source's unit
  euro      text        not null,
  pound     text        not null,
  source    text        not null,                 -- as members see it
  channel   text        not null,
  rates_at  timestamptz not null,                 -- the source's time, but never later than the arrival
  said_at   timestamptz not null,                 -- the source's time
  ages_from timestamptz not null
);

grant select, insert, update on public.exchange_rates to florin_app;
