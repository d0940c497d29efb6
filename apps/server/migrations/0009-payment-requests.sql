-- Requests for money. How one ended stands in the ledger: paying, declining and cancelling are entries that all take
-- the same key, so that it ends once, whoever tries what at the same time. Without such an entry it is open until it
-- expires.
create table public.payment_requests (
  id              uuid           primary key,
  requester_id    uuid           not null references public.users,
  recipient_email text           check (recipient_email = lower(recipient_email)),   -- null: whoever has the link
  amount          numeric(38, 0) not null check (amount > 0),
  asset           text           not null,
  note            text,
  ending_key      uuid           not null unique,
  created_at      timestamptz    not null default now(),
  expires_at      timestamptz    not null default now() + interval '30 days',
  reminders       int            not null default 0,
  reminded_at     timestamptz
);

create index payment_requests_by_requester on public.payment_requests (requester_id, created_at);
create index payment_requests_by_recipient on public.payment_requests (recipient_email, created_at);

grant select, insert, update on public.payment_requests to florin_app;
