import type { Holding } from '@florin/contract';
import { averagePrice, parsePrice, subtract, usdFor, type Amount, type Position, type UsdPerCoin } from '@florin/money';
import type { Ledger } from '../../ledger/index.ts';
import type { Queryable } from '../../platform/database/pool.ts';
import { moneyFields } from '../../platform/http/json-number.ts';
import type { Member } from '../identity/index.ts';
import type { Markets } from '../markets/index.ts';
import { coinPrices, type HeldCoin } from './coin-prices.ts';
import { positionsOf } from './positions.ts';

export type PortfolioDependencies = {
  readonly pool: Queryable;
  readonly ledger: Pick<Ledger, 'booksOf'>;
  readonly markets: Markets;
};

/** Returns a member's coins with value, cost and gains at current or last known prices, most valuable first. */
export async function portfolio(dependencies: PortfolioDependencies, member: Member): Promise<Holding[]> {
  const positions = (await positionsOf(dependencies, member.id)).filter(({ coins }) => coins.units > 0n);
  const symbols = positions.map(({ coins }) => coins.asset);
  const priceOf = await coinPrices(dependencies, member.id, symbols);
  return positions
    .map((position) => valued(position, priceOf(position.coins.asset)))
    .toSorted((a, b) => (a.value.units < b.value.units ? 1 : -1))
    .map(holdingView);
}

type Valued = {
  readonly coin: HeldCoin;
  readonly price: UsdPerCoin;
  readonly position: Position;
  readonly value: Amount<'USD'>;
};

function valued(position: Position, coin: HeldCoin): Valued {
  const price = parsePrice(coin.price_exact);
  return { coin, price, position, value: usdFor(position.coins, price) };
}

function holdingView({ coin, price, position, value }: Valued): Holding {
  const { coins, cost, realizedGain } = position;
  const average = averagePrice(cost, coins, price.decimals);
  return {
    symbol: coin.symbol,
    name: coin.name,
    icon: coin.icon,
    ...moneyFields('amount', coins),
    change: coin.change,
    price: coin.price,
    price_exact: coin.price_exact,
    updated_at: coin.updated_at,
    paused: coin.paused,
    average_cost: Number(average),
    average_cost_exact: average,
    ...gainFields({ value, cost, realizedGain }),
  };
}

type Gained = { readonly value: Amount<'USD'>; readonly cost: Amount<'USD'>; readonly realizedGain: Amount<'USD'> };

/** Returns value, cost and gains as API fields (docs/explain/gains.md). */
export const gainFields = ({ value, cost, realizedGain }: Gained) => ({
  ...moneyFields('value', value),
  ...moneyFields('cost', cost),
  ...moneyFields('unrealized_gain', subtract(value, cost)),
  ...moneyFields('realized_gain', realizedGain),
});
