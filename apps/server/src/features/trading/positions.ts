import { afterBuying, afterSelling, negate, noPosition, type Position } from '@florin/money';
import { isLedgerClosed, type Ledger } from '../../ledger/index.ts';
import type { Queryable } from '../../platform/database/pool.ts';
import { Refusal } from '../../platform/refusal.ts';
import {
  savePositions,
  readTradedElsewhere,
  readTradedWallets,
  type FoldedPosition,
  type Trade,
  type TradedWallet,
} from './position-store.ts';

type Dependencies = { readonly pool: Queryable; readonly ledger: Pick<Ledger, 'booksOf'> };

/**
 * Returns cost and gains of each coin that a member holds or held, from the ledger at one moment. Computed positions
 * are stored, so that each trade is processed once. The stored positions only save time.
 *
 * Errors: `ledger_read_only` if the ledger was altered in these accounts.
 */
export async function positionsOf({ pool, ledger }: Dependencies, member: string): Promise<Position[]> {
  const books = await ledger.booksOf(member);
  const wallets = await (books === pool ? readTradedWallets(books, member) : readTradedElsewhere(pool, books, member));
  const folded = wallets.map(fold);
  for (const [i, one] of folded.entries()) await assertMatchesLedger(books, one, wallets[i]);
  const updated = folded.filter((_, i) => wallets[i]?.trades.length);
  await savePositions(pool, updated);
  return folded.map(({ position }) => position);
}

function fold({ account, coin, folded, trades }: TradedWallet): FoldedPosition {
  const start: FoldedPosition = folded ?? { account, seq: 0n, usdSeq: 0n, position: noPosition(coin) };
  return trades.reduce(afterTrade, start);
}

/** A closed ledger may have been altered, so nothing is shown. In an open ledger a difference is a bug. */
async function assertMatchesLedger(books: Queryable, { account, position }: FoldedPosition, wallet?: TradedWallet) {
  const { units, asset } = position.coins;
  if (units === wallet?.posted) return;
  if (await isLedgerClosed(books))
    throw new Refusal('ledger_read_only', 'Your coins cannot be shown right now. Try again later.', {
      retryAfterSeconds: 60,
    });
  throw new Error(`Account ${account}: its trades leave ${units} ${asset}, but its balance is ${wallet?.posted}.`);
}

const afterTrade = (folded: FoldedPosition, { seq, usdSeq = folded.usdSeq, coins, usd }: Trade): FoldedPosition => ({
  account: folded.account,
  seq,
  usdSeq,
  position:
    coins.units > 0n ? afterBuying(folded.position, coins, usd) : afterSelling(folded.position, negate(coins), usd),
});
