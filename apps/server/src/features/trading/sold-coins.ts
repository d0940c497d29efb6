import { amountOf } from '@florin/money';
import type { MovementKind } from '../activity/index.ts';
import { tradedCoin } from './bought-coins.ts';

export const soldCoinsKind = 'sell_crypto';

/** Describes a sale in the history. */
export const soldCoins = (nameOf: (symbol: string) => string): MovementKind => ({
  kind: soldCoinsKind,
  credit: 'sell_crypto',
  people: () => [],
  describe: ({ metadata: { fee = '0', ...coin } }) => ({
    ...tradedCoin(coin, nameOf, 'Sold'),
    fee: amountOf('USD', BigInt(fee)),
  }),
});
