-- Batch payouts: a CSV file of payments, validated, approved as a whole, and paid row by row.
alter table public.approvals drop constraint approvals_kind_check;
alter table public.approvals add constraint approvals_kind_check check (kind in ('payment', 'batch', 'rules'));

create table public.batch_payouts (
  id          uuid        primary key,
  owner_id    uuid        not null references public.users,
  digest      bytea       not null,
  file_name   text        not null,
  state       text        not null check (state in ('invalid', 'ready', 'waiting', 'running', 'stopped', 'finished')),
  uploaded_by uuid        not null references public.users,
  uploaded_at timestamptz not null default now(),
  started_by  uuid        references public.users,
  started_key uuid        references public.api_keys on delete set null,
  by_key      boolean     not null default false,
  start_key   uuid,
  started_at  timestamptz,
  approval_id uuid,
  approved    boolean     not null default false,
  ended_at    timestamptz,
  reason      text,
  unique (owner_id, digest),
  check (state in ('invalid', 'ready') or started_by is not null)
);

create index batch_payouts_by_owner on public.batch_payouts (owner_id, uploaded_at, id);
create index batch_payouts_to_run on public.batch_payouts (started_at) where state in ('waiting', 'running');

create table public.batch_payout_rows (
  batch_id       uuid           not null references public.batch_payouts on delete cascade,
  number         int            not null check (number > 1),
  recipient      text           not null,
  amount_text    text           not null,
  currency_text  text           not null,
  note           text           not null,
  reference      text           not null,
  kind           text           check (kind in ('send', 'withdrawal')),
  target         text,
  shown          text           not null,
  amount         numeric(38, 0) check (amount > 0),
  currency       text,
  errors         jsonb          not null default '[]',
  warnings       jsonb          not null default '[]',
  state          text           not null check (state in ('invalid', 'ready', 'paid', 'failed', 'not_run')),
  due            boolean        not null default false,
  message        text,
  transaction_id text,
  paid_at        timestamptz,
  primary key (batch_id, number),
  check (state = 'invalid' or num_nulls(kind, target, amount, currency) = 0),
  check ((state = 'paid') = (paid_at is not null))
);

create index batch_payout_rows_due on public.batch_payout_rows (batch_id, number) where due;

grant select, insert, update, delete on public.batch_payouts, public.batch_payout_rows to florin_app;
