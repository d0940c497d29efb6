import { formatAmount, isDust, smallestPurchase, type Amount, type FeeRate } from '@florin/money';
import { Refusal } from '../../platform/refusal.ts';
import type { PricedCoin } from '../markets/index.ts';

/** Returns true for a retry, which must pass even if its amount is too small at the current price. */
type WasDone = () => Promise<boolean>;
const isNew: WasDone = async () => false;

/**
 * Checks that the bought coins are enough to be sold again at the same price and the sale's fee. Errors:
 * `amount_too_small`.
 */
export async function assertCanBeSoldAgain(
  { symbol, name, price }: PricedCoin,
  { coins }: { readonly coins: Amount },
  { sellRate, wasDone = isNew }: { readonly sellRate: FeeRate; readonly wasDone?: WasDone },
): Promise<void> {
  if (!isDust(coins, price, sellRate) || (await wasDone())) return;
  const sentence = `The smallest purchase of ${name} is ${formatAmount(smallestPurchase(symbol, price, sellRate))} right now.`;
  throw new Refusal('amount_too_small', sentence, { fields: { amount_usd: sentence } });
}

/** Errors: `amount_too_small`. */
export async function assertSellsSomething(
  { name }: PricedCoin,
  { proceeds }: { readonly proceeds: Amount },
  wasDone = isNew,
): Promise<void> {
  if (proceeds.units > 0n || (await wasDone())) return;
  const sentence = `This amount of ${name} is worth no more than the fee. Sell a larger amount.`;
  throw new Refusal('amount_too_small', sentence, { fields: { amount_crypto: sentence } });
}
