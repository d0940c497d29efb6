import { amountOf, toDecimal, type Amount } from '@florin/money';
import type { EntryMetadata } from '../../ledger/index.ts';
import { jsonNumber } from '../../platform/http/json-number.ts';
import { isDebit, type HistoryLine, type LineStory, type MovementKind } from '../activity/index.ts';

export const boughtCoinsKind = 'buy_crypto';

type Bought = { readonly amount: Amount; readonly fee: Amount; readonly coins: Amount };

export const boughtMetadata = ({ fee, coins }: Bought, usdPerCoin: string): EntryMetadata => ({
  coin: coins.asset,
  coins: String(coins.units),
  fee: String(fee.units),
  usd_per_coin: usdPerCoin,
});

/** Describes a purchase in the history: the dollars paid and, with a card, the dollars charged for it. */
export const boughtCoins = (nameOf: (symbol: string) => string): MovementKind => ({
  kind: boughtCoinsKind,
  debit: 'buy_crypto',
  credit: 'deposit',
  people: () => [],
  describe: (line) => (isDebit(line) ? purchase(line, nameOf) : chargeForPurchase(line)),
});

function purchase({ metadata }: HistoryLine, nameOf: (symbol: string) => string): LineStory {
  const { fee = '0', method, ...coin } = metadata;
  return {
    ...tradedCoin(coin, nameOf, 'Bought'),
    fee: amountOf('USD', BigInt(fee)),
    payment_method: method ?? 'USD balance',
  };
}

const chargeForPurchase = ({ amount, metadata: { method = 'a card' } }: HistoryLine): LineStory => ({
  description: `Added from ${method}`,
  fee: amountOf('USD', 0n),
  counter: amount,
  payment_method: method,
});

/** Returns the coin fields of a trade. */
export function tradedCoin(
  { coin = '', coins = '0', usd_per_coin }: EntryMetadata,
  nameOf: (symbol: string) => string,
  verb: 'Bought' | 'Sold',
) {
  const amount = amountOf(coin, BigInt(coins));
  const name = nameOf(coin);
  return {
    description: `${verb} ${name}`,
    counter: amount,
    crypto: coin,
    crypto_name: name,
    cryptoAmount: jsonNumber(amount),
    crypto_amount_exact: toDecimal(amount),
    ...(usd_per_coin ? { usd_per_coin } : {}),
  };
}
