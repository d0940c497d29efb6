import { amountOf, isDust, type Amount, type FeeRate, type UsdPerCoin } from '@florin/money';
import type { Ledger } from '../../ledger/index.ts';
import type { Member } from '../identity/index.ts';

/**
 * Adds the remainder of the holding to the sold coins if it could not be sold alone at this price and fee. The ledger rejects
 * coins that the member does not hold.
 */
export async function withUnsellableRemainder(
  ledger: Ledger,
  member: Member,
  coins: Amount,
  { price, sellRate }: { readonly price: UsdPerCoin; readonly sellRate: FeeRate },
): Promise<Amount> {
  const balances = await ledger.balancesOf(member.id);
  const available = balances.find(({ asset }) => asset === coins.asset)?.available ?? 0n;
  const rest = amountOf(coins.asset, available - coins.units);
  return rest.units > 0n && isDust(rest, price, sellRate) ? amountOf(coins.asset, available) : coins;
}
