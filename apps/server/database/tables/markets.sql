-- Stored prices, for charts and never for money, and the coins that members marked.

-- Minutes are stored for two days, hours for five weeks, days permanently.
create table public.candles (
  every     smallint    not null check (every in (1, 60, 1440)),   -- minutes
  simulated boolean     not null,   -- made up by the sandbox; never in one chart with market prices
  symbol    text        not null,
  start     timestamptz not null,
  open      float8      not null,   -- dollars; real has too few digits for the cents of a price above 100,000
  high      float8      not null,
  low       float8      not null,
  close     float8      not null,
  primary key (simulated, symbol, every, start)
)
-- Each minute rewrites the running hour and day of every coin: autovacuum cleans up early.
with (autovacuum_vacuum_scale_factor = 0.05);

create table public.favorite_coins (
  user_id uuid not null references public.users,
  symbol  text not null,
  primary key (user_id, symbol)
);

grant select, insert, update, delete on public.candles to florin_app;
grant select, insert, delete on public.favorite_coins to florin_app;
