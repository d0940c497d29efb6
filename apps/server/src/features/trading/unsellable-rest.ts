import { amountOf, isDust, type Amount, type UsdPerCoin } from '@florin/money';
import type { Ledger } from '../../ledger/index.ts';
import type { Member } from '../identity/index.ts';

/**
 * Adds to the coins that a member sells what would be left of the holding, where that is too little to be sold by itself
 * at this price. More coins never bring less. What is not held is left to the ledger to refuse.
 */
export async function withUnsellableRest(
  ledger: Ledger,
  member: Member,
  coins: Amount,
  price: UsdPerCoin,
): Promise<Amount> {
  const balances = await ledger.balancesOf(member.id);
  const available = balances.find(({ asset }) => asset === coins.asset)?.available ?? 0n;
  const rest = amountOf(coins.asset, available - coins.units);
  return rest.units > 0n && isDust(rest, price) ? amountOf(coins.asset, available) : coins;
}
