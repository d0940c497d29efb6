-- Unallocated money without a statement line is listed in a table, so that the bank desk need not search all postings
-- for it (tables/bank.sql). A job fills it from the ledger, also with what came before.
create table public.unowned_money (
  entry_id bigint         primary key,
  at       timestamptz    not null,
  currency text           not null,
  amount   numeric(38, 0) not null check (amount > 0)
);

create index unowned_money_by_time on public.unowned_money (at desc, entry_id desc);

create table public.unowned_money_read (
  account_id bigint primary key,
  seq        bigint not null
);

grant select, insert on public.unowned_money to florin_app;
grant select, insert, update on public.unowned_money_read to florin_app;
