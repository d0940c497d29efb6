import { formatAmount, isDust, smallestPurchase, type Amount } from '@florin/money';
import { Refusal } from '../../platform/refusal.ts';
import type { PricedCoin } from '../markets/index.ts';

/** A retry of what was done is never too small, whatever the price is by then. */
type WasDone = () => Promise<boolean>;
const isNew: WasDone = async () => false;

/** What can be bought can be sold again at the same price. Refusals: `amount_too_small`. */
export async function assertCanBeSoldAgain(
  { symbol, name, price }: PricedCoin,
  { coins }: { readonly coins: Amount },
  wasDone = isNew,
): Promise<void> {
  if (!isDust(coins, price) || (await wasDone())) return;
  const sentence = `The smallest purchase of ${name} is ${formatAmount(smallestPurchase(symbol, price))} right now.`;
  throw new Refusal('amount_too_small', sentence, { fields: { amount_usd: sentence } });
}

/** Refusals: `amount_too_small`. */
export async function assertSellsSomething(
  { name }: PricedCoin,
  { proceeds }: { readonly proceeds: Amount },
  wasDone = isNew,
): Promise<void> {
  if (proceeds.units > 0n || (await wasDone())) return;
  const sentence = `This little ${name} is worth no more than the fee. Sell more at once.`;
  throw new Refusal('amount_too_small', sentence, { fields: { amount_crypto: sentence } });
}
