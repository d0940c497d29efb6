-- Trading: quotes of every kind, the house's stock, and what each member calls a favorite.

alter table public.quotes drop constraint quotes_kind_check;
alter table public.quotes add constraint quotes_kind_check check (kind in ('exchange', 'buy', 'sell'));

-- What the house's stock of coins is counted down in. Every coin in its own slot, in hundred-millionths.
insert into ledger.assets (code, decimals, memo) values ('coin-limit', 8, true);

create table public.favorite_coins (
  user_id uuid        not null references public.users,
  symbol  text        not null,
  primary key (user_id, symbol)
);

grant select, insert, delete on public.favorite_coins to florin_app;
