-- Changes that members of a sandbox make to time and prices. Empty in live mode.

-- The moves of the accounts' test clocks. An account's time is the server's plus the sum of its moves.
create table public.test_clock_moves (
  key        uuid        primary key,               -- of the command
  account_id uuid        not null references public.users,
  seconds    bigint      not null check (seconds > 0),
  moved_at   timestamptz not null default clock_timestamp()
);

create index test_clock_moves_by_account on public.test_clock_moves (account_id, moved_at);

-- Moves of simulated prices. A move fades away evenly between its two times.
create table public.price_moves (
  key     uuid        primary key,                  -- of the command
  symbol  text        not null,
  percent float8      not null check (percent between -50 and 50),
  begins  timestamptz not null,
  ends    timestamptz not null,
  constraint price_moves_end check (ends > begins)
);

create index price_moves_by_end on public.price_moves (ends);

grant select, insert on public.test_clock_moves, public.price_moves to florin_app;
