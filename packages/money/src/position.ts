import { add, amountOf, subtract, zero, type Amount } from './amount.ts';
import { divNearest } from './rounding.ts';

/**
 * What a member holds of a coin and what it has cost, by the average-cost method: every coin held has cost the same, so
 * that a sale takes along the share of the cost that it takes of the coins. Fees are part of the cost and come off the
 * proceeds (docs/explain/gains.md).
 */
export type Position = {
  readonly coins: Amount;
  /** Fees included. Zero when no coin is held. */
  readonly cost: Amount<'USD'>;
  /** What sales brought less what the coins sold had cost; below zero for a loss. */
  readonly realizedGain: Amount<'USD'>;
};

export const noPosition = (coin: string): Position => ({
  coins: zero(coin),
  cost: zero('USD'),
  realizedGain: zero('USD'),
});

/** `paid` is with the fee. */
export const afterBuying = (position: Position, coins: Amount, paid: Amount<'USD'>): Position => ({
  ...position,
  coins: add(position.coins, coins),
  cost: add(position.cost, paid),
});

/**
 * `received` is without the fee. The cost of what is sold is rounded to the nearest cent, so that the cost of a small rest
 * is right to half a cent; selling all takes all of it.
 */
export function afterSelling(position: Position, coins: Amount, received: Amount<'USD'>): Position {
  if (coins.units > position.coins.units) throw new Error('more coins are sold than are held');
  const cost = amountOf('USD', divNearest(position.cost.units * coins.units, position.coins.units));
  return {
    coins: subtract(position.coins, coins),
    cost: subtract(position.cost, cost),
    realizedGain: add(position.realizedGain, subtract(received, cost)),
  };
}
