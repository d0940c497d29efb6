import { openHistory } from '../src/features/activity/index.ts';
import type { Member } from '../src/features/identity/index.ts';
import { openOutflows } from '../src/features/wallets/index.ts';
import { digestBigint, digestUuid } from '../src/platform/digest.ts';
import type { Pool, Queryable } from '../src/platform/database/pool.ts';
import type { Command } from '../src/platform/http/route.ts';
import type { PaymentRail } from '../src/providers/payment-rail/payment-rail.ts';
import { dateOpening, dateOtherRows, openYearsSince, dateContactsAndReads } from './date-rows.ts';
import { datedLedger } from './dated-ledger.ts';
import { inOneTransaction } from './one-transaction.ts';
import { hasPastPrices, marketsAt } from './past-market.ts';
import { playScene, type Stage } from './play-scene.ts';
import { isTrade, type DatedScene } from './scene.ts';

/**
 * Writes the past of a fresh sandbox, oldest first, through the commands that users run. The whole past is one
 * transaction of the database's owner, who dates each entry after posting. So no reader sees an undated entry, and an
 * interrupted start leaves nothing. Does nothing if the past exists already.
 *
 * Trades have the prices of their day. If the feed has no past prices, trades are left out.
 */
export async function seedPast(
  ownerPool: Pool,
  stage: Stage,
  { members, year }: { readonly members: readonly Member[]; readonly year: readonly DatedScene[] },
): Promise<void> {
  const scenes = hasPastPrices(stage.feed) ? year : year.filter(({ scene }) => !isTrade(scene));
  const [first] = scenes;
  if (!first || (await isSeeded(ownerPool, scenes))) return;
  await stockUp(stage, scenes);
  const ids = members.map(({ id }) => id);
  await inOneTransaction(ownerPool, async (pool) => {
    let moment = first.at;
    const then = stageOf(stage, pool, () => moment);
    await openYearsSince(pool, first.at);
    await dateOpening(pool, ids, first.at);
    for (const dated of scenes) {
      moment = dated.at;
      await playScene(then, members, dated.scene, commandOf(dated));
      await dateOtherRows(pool, moment);
    }
    await dateContactsAndReads(pool, ids, moment);
  });
}

export const commandOf = ({ place }: DatedScene): Command => ({
  key: digestUuid('seed', 'past', String(place)),
  requestHash: digestBigint('seed', 'past', String(place)),
});

async function isSeeded(database: Queryable, scenes: readonly DatedScene[]): Promise<boolean> {
  const { rows } = await database.query('select from books.entries where key = any ($1) limit 1', [
    scenes.map((dated) => commandOf(dated).key),
  ]);
  return rows.length > 0;
}

/** Supplies the house with each coin before the first purchase. */
async function stockUp({ house }: Stage, scenes: readonly DatedScene[]): Promise<void> {
  const bought = scenes.flatMap(({ scene }) => (scene.does === 'buys' ? [scene.symbol] : []));
  for (const symbol of new Set(bought)) await house.stockDraw(symbol, 0n);
}

/** Returns the dependencies of the commands as of a past moment. */
function stageOf(stage: Stage, pool: Pool, momentOf: () => Date): Stage {
  const ledger = datedLedger(pool, momentOf);
  return {
    ...stage,
    pool,
    ledger,
    ledgers: [], // the cast's money is in the main one
    outflows: openOutflows(ledger, stage.policy),
    history: openHistory({ ...stage, ledger }),
    markets: marketsAt(stage.feed, momentOf),
    rail: { ...stage.rail, collect: settledAtOnce, payOut: settledAtOnce },
  };
}

/** Reports every past bank order as settled. */
const settledAtOnce: PaymentRail['collect'] = async () => ({ state: 'settled' });
