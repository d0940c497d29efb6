import type { Logger } from 'pino';
import type { Pool } from '../../platform/database/pool.ts';
import { whenDatabaseIsAnother } from '../../platform/database/timeline.ts';
import { forEachSettled } from '../../platform/for-each-settled.ts';
import { recurringJob } from '../../platform/recurring-job.ts';
import { openShard } from '../open-shard.ts';
import { openYears } from '../open-years.ts';
import { indexNewPostings } from '../index-new-postings.ts';
import { runSweep } from '../sweep.ts';
import { finishTransits } from './finish-transits.ts';
import { endPrepared } from './prepared.ts';
import { memberMoves } from './move-members.ts';
import { moveWaiting } from './move-waiting.ts';
import { olderLedger, seeLastEntry } from './seen-entries.ts';
import { sweepBetweenLedgers } from './sweep-between-ledgers.ts';
import type { Swept } from './sweep-transits.ts';

const minute = 60;
const day = 86_400;
/** The time in which the node that posted a first half posts the second half itself. */
const ownNodeSeconds = 2;

/**
 * Schedules the jobs that several ledgers need in addition to those of the main one: second halves that a crash left
 * out, ends of prepared transactions, the sweep between ledgers, the record of each ledger's last entry in the main
 * database, and the jobs of each further ledger.
 */
export function keepShards(main: Pool, others: readonly Pool[], logger: Logger) {
  const pools = [main, ...others];
  const shards = pools.map(openShard);
  const job = (name: string, everySeconds: number, work: () => Promise<void>) =>
    recurringJob({ pool: main, logger }, name, everySeconds, work);
  // A ledger that is down does not stop the work in the others.
  const ofEach = (work: (pool: Pool) => Promise<unknown>) => () =>
    forEachSettled(others, async (pool) => void (await work(pool)));
  const sweep = (whole: boolean) => async (pool: Pool) => {
    const findings = await runSweep(pool, { whole });
    if (findings > 0) logger.fatal({ findings, whole }, 'the sweep found a mismatch in a further ledger: it is closed');
  };
  const swept: Swept = new Map();
  // After a failover that lost the last commits, their numbers belong to other postings.
  for (const pool of pools) whenDatabaseIsAnother(pool, () => swept.clear());
  const sweepLate = async (already?: Swept) => {
    await finishTransits(pools, shards); // what an outage left over is late, and not lost
    await closeOnFindings(pools, logger, already);
  };
  const jobs = [
    job('finish-transits', 1, async () => {
      const [first, ...more] = await finishTransits(pools, shards, { afterSeconds: ownNodeSeconds });
      if (first !== undefined) throw new AggregateError([first, ...more], 'money waits in transit');
    }),
    job(
      'end-prepared',
      5,
      ofEach((pool) => endPrepared(main, pool)),
    ),
    job('see-entries', 1, () => seeEntries(pools)),
    job('move-members', 5, () => moveWaiting(pools, memberMoves(pools, shards))),
    job('sweep-new-transits', minute, () => sweepLate(swept)),
    job('sweep-all-transits', day, () => sweepLate()),
    job('sweep-new-of-shards', minute, ofEach(sweep(false))),
    job('sweep-whole-of-shards', day, ofEach(sweep(true))),
    job('open-years-of-shards', day, ofEach(openYears)),
    job('index-new-postings-of-shards', 1, ofEach(indexNewPostings)),
  ];
  return { stop: async () => void (await Promise.all(jobs.map((one) => one.stop()))) };
}

/**
 * Records the last entry of each further ledger. A ledger that lacks an entry which was seen there closes all ledgers.
 */
async function seeEntries(pools: readonly Pool[]): Promise<void> {
  const [main, ...others] = pools;
  if (!main) return;
  await forEachSettled([...others.entries()], async ([i, ledger]) => {
    if (await seeLastEntry(main, ledger, i + 1)) return;
    await closeLedgers(pools, olderLedger);
    throw new Error(`ledger ${i + 1} is older than the main database: all ledgers are closed`);
  });
}

/** Sweeps the payments between ledgers, and the accounts that moved. A finding closes all ledgers. */
export async function closeOnFindings(pools: readonly Pool[], logger: Logger, swept?: Swept): Promise<void> {
  const [finding, ...more] = await sweepBetweenLedgers(pools, swept && { swept });
  if (!finding) return;
  await assertAllKnown(pools);
  logger.fatal({ findings: [finding, ...more] }, 'the sweep found a mismatch between ledgers: it closes all');
  await closeLedgers(pools, finding.invariant);
}

/** Closes all ledgers until an operator reopens them (docs/operate/incidents.md). */
export async function closeLedgers(pools: readonly Pool[], reason: string): Promise<void> {
  await forEachSettled(pools, async (pool) => {
    await pool.query('select ledger.close_ledger($1)', [reason]);
  });
}

/**
 * Throws if a ledger was added after the start of this node, to which payments to that ledger look lost. The other
 * nodes sweep.
 */
async function assertAllKnown([main, ...others]: readonly Pool[]): Promise<void> {
  const answer = await main?.query<{ known: number }>('select count(*)::int as known from books.shards');
  const known = answer?.rows[0]?.known ?? 0;
  if (known > others.length)
    throw new Error(
      `the main database has ${known} further ledgers, and this node knows ${others.length}: set FLORIN_LEDGERS as for the other nodes, and restart it`,
    );
}
