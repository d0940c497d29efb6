-- Payment requests. The ledger says how a request ended: paying, declining and canceling post entries with the same
-- key, so only one of them happens. Without such an entry the request is open until it expires.
create table public.payment_requests (
  id              uuid           primary key,
  requester_id    uuid           not null references public.users,
  recipient_email text           check (recipient_email = lower(recipient_email)),   -- null: anyone with the link
  amount          numeric(38, 0) not null check (amount > 0),
  asset           text           not null,
  note            text,
  ending_key      uuid           not null unique,
  created_at      timestamptz    not null default now(),
  expires_at      timestamptz    not null default now() + interval '30 days',
  reminders       int            not null default 0,
  reminded_at     timestamptz,
  asked_id        uuid           -- the payer, where the address is a former one; it stays theirs after they give it up
);

create index payment_requests_by_requester on public.payment_requests (requester_id, created_at);
create index payment_requests_by_recipient on public.payment_requests (recipient_email, created_at);
create index payment_requests_by_asked on public.payment_requests (asked_id, created_at) where asked_id is not null;
create index payment_requests_by_expiry on public.payment_requests (expires_at);

grant select, insert, update, delete on public.payment_requests to florin_app;
