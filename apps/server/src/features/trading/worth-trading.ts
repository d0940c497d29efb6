import type { Amount } from '@florin/money';
import { Refusal } from '../../platform/refusal.ts';
import type { PricedCoin } from '../markets/index.ts';

/** Refusals: `amount_too_small`. */
export function assertBuysSomething({ name }: PricedCoin, { coins }: { readonly coins: Amount }) {
  if (coins.units > 0n) return;
  const sentence = `This is too little to buy any ${name}.`;
  throw new Refusal('amount_too_small', sentence, { fields: { amount_usd: sentence } });
}

/** Refusals: `amount_too_small`. */
export function assertSellsSomething({ name }: PricedCoin, { proceeds }: { readonly proceeds: Amount }) {
  if (proceeds.units > 0n) return;
  const sentence = `This little ${name} is worth less than a cent.`;
  throw new Refusal('amount_too_small', sentence, { fields: { amount_crypto: sentence } });
}
