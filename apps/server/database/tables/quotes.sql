-- Prices held for a few seconds. When the ledger posts, it makes sure that a quote is used only once and in time.
create table public.quotes (
  id         uuid        primary key,
  user_id    uuid        not null references public.users,
  kind       text        not null check (kind in ('exchange', 'buy', 'sell')),
  details    jsonb       not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null
);

create index quotes_by_expiry on public.quotes (expires_at);

grant select, insert, delete, update (expires_at) on public.quotes to florin_app;
