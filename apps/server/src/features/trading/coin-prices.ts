import type { Holding } from '@florin/contract';
import type { Ledger } from '../../ledger/index.ts';
import type { Queryable } from '../../platform/database/pool.ts';
import { iconOf, lastStoredPrices, type Markets, type OldPrice } from '../markets/index.ts';

type Dependencies = {
  readonly pool: Queryable;
  readonly ledger: Pick<Ledger, 'booksOf'>;
  readonly markets: Markets;
};

/** A coin as shown to its holder. */
export type HeldCoin = Pick<
  Holding,
  'symbol' | 'name' | 'icon' | 'change' | 'price' | 'price_exact' | 'updated_at' | 'paused'
>;

/**
 * Returns the prices of coins that a member has traded. Delisted coins, and coins with only the reference sheet's
 * price, have the last known price. An old price is better than none.
 */
export async function coinPrices(
  { pool, ledger, markets }: Dependencies,
  member: string,
  symbols: readonly string[],
): Promise<(symbol: string) => HeldCoin> {
  const listed = new Map(symbols.map((symbol) => [symbol, markets.listed(symbol)]));
  const withoutPrice = symbols.filter((symbol) => (listed.get(symbol)?.kind ?? 'reference') === 'reference');
  const stored: ReadonlyMap<string, OldPrice> =
    withoutPrice.length > 0 ? await lastStoredPrices({ pool, markets }, withoutPrice) : new Map();
  const unknown = withoutPrice.filter((symbol) => !listed.get(symbol) && !stored.has(symbol));
  const traded: ReadonlyMap<string, OldPrice> =
    unknown.length > 0 ? await lastTradedPrices(await ledger.booksOf(member), member, unknown) : new Map();

  return (symbol) => {
    const coin = listed.get(symbol);
    const old = stored.get(symbol) ?? traded.get(symbol);
    if (coin) return old && old.at > new Date(coin.updated_at) ? { ...coin, ...priceFields(old) } : coin;
    if (!old) throw new Error(`Coin ${symbol} is not listed and has no stored or traded price.`);
    const name = markets.nameOf(symbol);
    return { symbol, name, icon: iconOf(symbol), change: 0, ...priceFields(old), paused: 'delisted' };
  };
}

const priceFields = ({ usdPerCoin, at }: OldPrice) => ({
  price: Number(usdPerCoin),
  price_exact: usdPerCoin,
  updated_at: at.toISOString(),
});

/** Returns the price of the member's last trade of each coin. */
async function lastTradedPrices(
  database: Queryable,
  member: string,
  symbols: readonly string[],
): Promise<ReadonlyMap<string, OldPrice>> {
  const { rows } = await database.query<{ coin: string; usd_per_coin: string; recorded_at: Date }>(
    `select a.asset as coin, e.metadata ->> 'usd_per_coin' as usd_per_coin, e.recorded_at
     from member_books.accounts a
     cross join lateral (
       select e.metadata, e.recorded_at from member_books.postings p join member_books.entries e on e.id = p.entry_id
       where p.account_id = a.id and e.metadata ? 'usd_per_coin' order by p.seq desc limit 1
     ) e
     where a.owner = $1 and a.kind = 'wallet' and a.slot = '' and a.asset = any ($2)`,
    [member, symbols],
  );
  return new Map(rows.map((row) => [row.coin, { usdPerCoin: row.usd_per_coin, at: row.recorded_at }]));
}
