import { add, amountOf, subtract, zero, type Amount } from './amount.ts';
import { divNearest } from './rounding.ts';

/**
 * A member's position in a coin, by the average-cost method: all coins have the same cost, and a sale removes the
 * proportional cost. Fees increase the cost and reduce the proceeds (docs/explain/gains.md).
 */
export type Position = {
  readonly coins: Amount;
  /** The cost of the held coins, fees included. Zero without coins. */
  readonly cost: Amount<'USD'>;
  /** The proceeds of sales minus the cost of the sold coins. Negative for a loss. */
  readonly realizedGain: Amount<'USD'>;
};

export const noPosition = (coin: string): Position => ({
  coins: zero(coin),
  cost: zero('USD'),
  realizedGain: zero('USD'),
});

/** Returns the position after a purchase. `paid` includes the fee. */
export const afterBuying = (position: Position, coins: Amount, paid: Amount<'USD'>): Position => ({
  ...position,
  coins: add(position.coins, coins),
  cost: add(position.cost, paid),
});

/**
 * Returns the position after a sale. `received` is after the fee. The cost of the sold coins is rounded to the nearest
 * cent, so the remaining cost is off by at most half a cent. Selling all coins removes the whole cost.
 */
export function afterSelling(position: Position, coins: Amount, received: Amount<'USD'>): Position {
  if (coins.units > position.coins.units) throw new Error('cannot sell more coins than are held');
  const cost = amountOf('USD', divNearest(position.cost.units * coins.units, position.coins.units));
  return {
    coins: subtract(position.coins, coins),
    cost: subtract(position.cost, cost),
    realizedGain: add(position.realizedGain, subtract(received, cost)),
  };
}
