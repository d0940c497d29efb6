-- Stored prices, for charts and never for money. Rolled up: minutes for two days, hours for five weeks, days for ever.

create table public.candles (
  every     smallint    not null check (every in (1, 60, 1440)),   -- minutes
  simulated boolean     not null,   -- made up by the sandbox: never in one chart with prices of a market
  symbol    text        not null,
  start     timestamptz not null,
  open      float8      not null,   -- dollars; real has too few digits for the cents of a price above 100,000
  high      float8      not null,
  low       float8      not null,
  close     float8      not null,
  primary key (simulated, symbol, every, start)
)
-- The running hour and day of every coin are written each minute: what that leaves behind is cleared away soon.
with (autovacuum_vacuum_scale_factor = 0.05);

grant select, insert, update, delete on public.candles to florin_app;
