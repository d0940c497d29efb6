-- What each coin wallet's coins have cost and what selling brought (docs/gains.md), folded from its postings up to a
-- number. Only remembered: a row follows from the ledger alone and may be deleted at any time, as may the table's rows
-- all together. No foreign key: it would wait for the account that the ledger is posting to.
create table public.positions (
  account_id    bigint         primary key,
  seq           bigint         not null,      -- of the wallet's last posting that is in it
  usd_seq       bigint         not null,      -- of that trade's posting in the USD wallet
  coins         numeric(38, 0) not null check (coins >= 0),
  cost          numeric(38, 0) not null check (cost >= 0),
  realized_gain numeric(38, 0) not null,
  constraint no_coins_cost_nothing check (coins > 0 or cost = 0)
);

grant select, insert, update on public.positions to florin_app;
