-- The cost of the coins in each wallet and the gain of its sales, folded from postings up to a sequence number. A
-- cache: each row follows from the ledger alone and may be deleted at any time. The table has no foreign key, because
-- its check would wait for the account that the ledger is posting to.
create table public.positions (
  account_id    bigint         primary key,
  seq           bigint         not null,      -- the wallet's last posting that is included
  usd_seq       bigint         not null,      -- that trade's posting in the USD wallet
  coins         numeric(38, 0) not null check (coins >= 0),
  cost          numeric(38, 0) not null check (cost >= 0),
  realized_gain numeric(38, 0) not null,
  constraint no_coins_cost_nothing check (coins > 0 or cost = 0)
);

grant select, insert, update on public.positions to florin_app;
