-- An idempotency key starts a batch at most once. A start that ran has what was true at its end, for its event: a retry
-- changes the batch and its rows.
create table public.batch_payout_starts (
  batch_id   uuid        not null references public.batch_payouts on delete cascade,
  start_key  uuid        not null,
  started_by uuid        not null references public.users,
  started_at timestamptz not null,
  ended_at   timestamptz,
  state      text        check (state in ('stopped', 'finished')),
  reason     text,
  row_sums   jsonb,                                 -- counts and amounts of the rows by state
  balances   jsonb,                                 -- what was available in each currency
  primary key (batch_id, start_key),
  check (num_nulls(ended_at, state, row_sums, balances) in (0, 4))
);

create index batch_payout_starts_by_end on public.batch_payout_starts (batch_id, ended_at) where ended_at is not null;

grant select, insert, update on public.batch_payout_starts to florin_app;

insert into public.batch_payout_starts (batch_id, start_key, started_by, started_at)
select id, start_key, started_by, started_at from public.batch_payouts where start_key is not null;
