import { afterBuying, afterSelling, negate, noPosition, type Position } from '@florin/money';
import type { Queryable } from '../../platform/database/pool.ts';
import {
  keepPositions,
  readTradedWallets,
  type FoldedPosition,
  type Trade,
  type TradedWallet,
} from './position-store.ts';

/**
 * What each coin of a member's has cost and gained, those sold since included, from the ledger as of one moment. Folding is
 * remembered, so that a trade is folded once; what is remembered changes nothing but the time it takes.
 */
export async function positionsOf(database: Queryable, member: string): Promise<Position[]> {
  const wallets = await readTradedWallets(database, member);
  const folded = wallets.map(fold);
  const news = folded.filter((_, i) => wallets[i]?.trades.length);
  await keepPositions(database, news);
  return folded.map(({ position }) => position);
}

function fold({ account, coin, posted, folded, trades }: TradedWallet): FoldedPosition {
  const start: FoldedPosition = folded ?? { account, seq: 0n, usdSeq: 0n, position: noPosition(coin) };
  const { position, ...rest } = trades.reduce(afterTrade, start);
  if (position.coins.units !== posted)
    throw new Error(`account ${account}: its trades leave ${position.coins.units} ${coin}, its balance is ${posted}`);
  return { position, ...rest };
}

const afterTrade = ({ account, position }: FoldedPosition, { seq, usdSeq, coins, usd }: Trade): FoldedPosition => ({
  account,
  seq,
  usdSeq,
  position: coins.units > 0n ? afterBuying(position, coins, usd) : afterSelling(position, negate(coins), usd),
});
