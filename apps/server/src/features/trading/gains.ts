import type { Gains } from '@florin/contract';
import { add, amountOf, parsePrice, usdFor, type Amount } from '@florin/money';
import type { Member } from '../identity/index.ts';
import { coinPrices } from './coin-prices.ts';
import { gainFields, type PortfolioDependencies } from './portfolio.ts';
import { positionsOf } from './positions.ts';

/**
 * Returns the total value, cost and gains of a member's coins at current prices. Sold coins count with their realized
 * gain.
 */
export async function gains(dependencies: PortfolioDependencies, member: Member): Promise<Gains> {
  const positions = await positionsOf(dependencies, member.id);
  const held = positions.map(({ coins }) => coins).filter(({ units }) => units > 0n);
  const priceOf = await coinPrices(
    dependencies,
    member.id,
    held.map(({ asset }) => asset),
  );
  return gainFields({
    value: sum(held.map((coins) => usdFor(coins, parsePrice(priceOf(coins.asset).price_exact)))),
    cost: sum(positions.map(({ cost }) => cost)),
    realizedGain: sum(positions.map(({ realizedGain }) => realizedGain)),
  });
}

const sum = (amounts: readonly Amount<'USD'>[]) => amounts.reduce((total, one) => add(total, one), amountOf('USD', 0n));
