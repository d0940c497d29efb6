import { afterBuying, afterSelling, negate, noPosition, type Position } from '@florin/money';
import { isLedgerClosed } from '../../ledger/index.ts';
import type { Queryable } from '../../platform/database/pool.ts';
import { Refusal } from '../../platform/refusal.ts';
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
 *
 * Refusals: `ledger_read_only` where the sweep has found the books altered and these coins are among them.
 */
export async function positionsOf(database: Queryable, member: string): Promise<Position[]> {
  const wallets = await readTradedWallets(database, member);
  const folded = wallets.map(fold);
  for (const [i, one] of folded.entries()) await assertOfTheBooks(database, one, wallets[i]);
  const news = folded.filter((_, i) => wallets[i]?.trades.length);
  await keepPositions(database, news);
  return folded.map(({ position }) => position);
}

function fold({ account, coin, folded, trades }: TradedWallet): FoldedPosition {
  const start: FoldedPosition = folded ?? { account, seq: 0n, usdSeq: 0n, position: noPosition(coin) };
  return trades.reduce(afterTrade, start);
}

/** In books that are known to be altered there is nothing to show; in others it is a bug. */
async function assertOfTheBooks(database: Queryable, { account, position }: FoldedPosition, wallet?: TradedWallet) {
  const { units, asset } = position.coins;
  if (units === wallet?.posted) return;
  if (await isLedgerClosed(database))
    throw new Refusal('ledger_read_only', 'Your coins cannot be shown right now. We are looking into it.', {
      retryAfterSeconds: 60,
    });
  throw new Error(`account ${account}: its trades leave ${units} ${asset}, its balance is ${wallet?.posted}`);
}

const afterTrade = (folded: FoldedPosition, { seq, usdSeq = folded.usdSeq, coins, usd }: Trade): FoldedPosition => ({
  account: folded.account,
  seq,
  usdSeq,
  position:
    coins.units > 0n ? afterBuying(folded.position, coins, usd) : afterSelling(folded.position, negate(coins), usd),
});
