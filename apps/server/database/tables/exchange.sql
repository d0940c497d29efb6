-- The last accepted exchange rates, which a restart reads. The table has one row. Every node writes the rates that it
-- accepts.
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
