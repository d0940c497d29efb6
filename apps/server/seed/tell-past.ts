import { openHistory } from '../src/features/activity/index.ts';
import type { Member } from '../src/features/identity/index.ts';
import { openOutflows } from '../src/features/wallets/index.ts';
import { digestBigint, digestUuid } from '../src/platform/digest.ts';
import type { Pool, Queryable } from '../src/platform/database/pool.ts';
import type { Command } from '../src/platform/http/route.ts';
import type { PaymentRail } from '../src/providers/payment-rail/payment-rail.ts';
import { dateOpening, dateWhatIsBeside, openYearsSince, settleDown } from './date-rows.ts';
import { datedLedger } from './dated-ledger.ts';
import { inOneTransaction } from './one-transaction.ts';
import { knowsThePast, marketsAt } from './past-market.ts';
import { playScene, type Stage } from './play-scene.ts';
import { isTrade, type DatedScene } from './scene.ts';

/**
 * Writes the past of a fresh sandbox, oldest first, by the commands that users give: in one transaction of the
 * database's owner, who dates each entry as it is posted. Nobody sees an entry
 * before it has its date, and a start that is cut off leaves none. Where it is told already, nothing happens.
 *
 * Trades are at the prices of their day. Where the feed does not know them they are left out.
 */
export async function tellPast(
  ownerPool: Pool,
  stage: Stage,
  { members, year }: { readonly members: readonly Member[]; readonly year: readonly DatedScene[] },
): Promise<void> {
  const told = knowsThePast(stage.feed) ? year : year.filter(({ scene }) => !isTrade(scene));
  const [first] = told;
  if (!first || (await isTold(ownerPool, told))) return;
  await stockUp(stage, told);
  const ids = members.map(({ id }) => id);
  await inOneTransaction(ownerPool, async (pool) => {
    let moment = first.at;
    const then = stageOf(stage, pool, () => moment);
    await openYearsSince(pool, first.at);
    await dateOpening(pool, ids, first.at);
    for (const dated of told) {
      moment = dated.at;
      await playScene(then, members, dated.scene, commandOf(dated));
      await dateWhatIsBeside(pool, moment);
    }
    await settleDown(pool, ids, moment);
  });
}

export const commandOf = ({ place }: DatedScene): Command => ({
  key: digestUuid('seed', 'past', String(place)),
  requestHash: digestBigint('seed', 'past', String(place)),
});

async function isTold(database: Queryable, told: readonly DatedScene[]): Promise<boolean> {
  const { rows } = await database.query('select from books.entries where key = any ($1) limit 1', [
    told.map((dated) => commandOf(dated).key),
  ]);
  return rows.length > 0;
}

/** The house has its coins before the first is sold. */
async function stockUp({ house }: Stage, told: readonly DatedScene[]): Promise<void> {
  const bought = told.flatMap(({ scene }) => (scene.does === 'buys' ? [scene.symbol] : []));
  for (const symbol of new Set(bought)) await house.stockDraw(symbol, 0n);
}

/** What the commands need, as it was at a moment. */
function stageOf(stage: Stage, pool: Pool, momentOf: () => Date): Stage {
  const ledger = datedLedger(pool, momentOf);
  return {
    ...stage,
    pool,
    ledger,
    outflows: openOutflows(pool),
    history: openHistory({ ...stage, pool, ledger }),
    markets: marketsAt(stage.feed, momentOf),
    rail: { ...stage.rail, collect: hasSettled, payOut: hasSettled },
  };
}

/** What the bank was asked then it has done since. */
const hasSettled: PaymentRail['collect'] = async () => ({ state: 'settled' });
