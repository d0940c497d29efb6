-- Deposits that were taken back from members, and the debts of members whose balance did not cover them.

-- The balance of the ledger's account `receivables` is minus the sum of `open`.
create table public.taken_deposits (
  id       uuid           primary key,
  user_id  uuid           not null references public.users,
  currency text           not null,
  amount   numeric(38, 0) not null check (amount > 0),
  missing  numeric(38, 0) not null check (missing between 0 and amount),  -- the part that the balance did not cover
  open     numeric(38, 0) not null check (open between 0 and missing),    -- the part that the member has not paid
  cause    text           not null check (cause in ('reversal', 'recall', 'refund', 'dispute')),
  taken_at timestamptz    not null default now(),
  ended_at timestamptz,                            -- the time of the last payment, when nothing was open any more
  ending   text           check (ending in ('paid', 'written_off')),
  lifted   boolean        not null default false,  -- paying it also ended the member's restriction
  constraint ends_when_nothing_is_open check ((open = 0) = (missing = 0 or ended_at is not null)),
  constraint says_how_it_ended check ((ended_at is null) = (ending is null))
);

create index receivables on public.taken_deposits (taken_at) where open > 0;
create index taken_deposits_by_member on public.taken_deposits (user_id, taken_at desc);

grant select, insert, update (open, ended_at, ending, lifted) on public.taken_deposits to florin_app;
