import type { Logger } from 'pino';
import type { PoolClient } from 'pg';
import type { Queryable } from '../../../platform/database/pool.ts';
import { readAhead } from '../../../platform/read-ahead.ts';
import { transact } from '../../../platform/database/transact.ts';
import { recurringJob } from '../../../platform/recurring-job.ts';
import { appendEntries } from '../log/append.ts';
import { sha256 } from '../log/digests.ts';
import { entryMarks } from '../log/entry-texts.ts';
import { followJournal } from '../log/follow-journal.ts';
import type { Log } from '../log/log.ts';
import { lockHead, readHead } from '../log/log-store.ts';
import { noteText } from '../log/signed-note.ts';
import { askForTrees } from './ask-for-trees.ts';
import type { SumRoot } from './build-tree.ts';
import { writeSum } from './sum-nodes.ts';
import type { AskForTrees, BalanceLines, TreePart } from './sum-trees.ts';
import { addressesOf, countBalances, houseBalances, memberBalances, type HouseBalance } from './read-balances.ts';
import { withSnapshot, type Snapshot } from './snapshot.ts';
import {
  areOfLog,
  deleteOldNotes,
  deleteTreesBefore,
  keptTrees,
  insertSums,
  insertTiles,
  insertTree,
  latestSums,
} from './sum-store.ts';

const lookEverySeconds = 60;
const hourMs = 3_600_000;
/** Sums may take a thousandth of the time, so quick sums are made more often than once an hour. */
const restPerWork = 1_000;

export const scheduleSums = (log: Log & { readonly logger: Logger }) =>
  recurringJob(log, 'state-sums', lookEverySeconds, async () => {
    if (await areSumsDue(log)) await stateSums(log);
  });

/**
 * Returns whether new sums are due. While no entries are posted, once an hour is enough. After a restore, proofs wait
 * for the next sums.
 */
export async function areSumsDue({ pool, keys }: Log): Promise<boolean> {
  const [last] = await latestSums(pool, 1);
  if (!last || !areOfLog(last, await keys.originOf(pool))) return true;
  const { size } = await readHead(pool);
  const hasNews = size > last.place + 1;
  const restMs = hasNews ? Math.min(hourMs, last.tookMs * restPerWork) : hourMs;
  return Date.now() - +last.madeAt >= restMs;
}

/**
 * States the sums of all balances at one moment: builds a sum tree per asset, signs the roots, and appends the statement's
 * digest to the log. Only books that sum to zero are stated.
 */
export async function stateSums(log: Log): Promise<void> {
  await followJournal(log);
  const began = performance.now();
  await withSnapshot(log, (snapshot) =>
    transact(log.pool, async (tx) => {
      const number = ((await latestSums(tx, 1))[0]?.number ?? 0) + 1;
      const roots = await buildTrees(log, tx, number, snapshot);
      const house = (await Promise.all(snapshot.ledgers.map((ledger) => houseBalances(ledger)))).flat();
      const text = sumsText(await log.keys.originOf(tx), { number, size: snapshot.size, roots, house });
      await lockHead(tx);
      const note = await log.keys.sign(tx, text);
      const bytes = Buffer.concat([Buffer.of(entryMarks.sums), writeSum(BigInt(number)), sha256(noteText(note))]);
      const place = await appendEntries(tx, log.keys, [{ bytes, journal: 0n }]);
      const tookMs = Math.ceil(performance.now() - began);
      await insertSums(tx, { number, size: snapshot.size, place, note, tookMs });
      await deleteTreesBefore(tx, number - keptTrees + 1);
      await deleteOldNotes(tx);
    }),
  );
}

type Roots = ReadonlyMap<string, SumRoot>;

async function buildTrees(log: Log, tx: PoolClient, number: number, { ledgers }: Snapshot): Promise<Roots> {
  const counts = await countsOf(ledgers);
  const balances = [...counts.values()].reduce((sum, count) => sum + count, 0);
  return askForTrees(balances, async (ask) => {
    await ask({ open: { number, counts, membersKey: log.secret.membersKey } });
    for (const ledger of ledgers) for await (const lines of readAhead(linesOf(ledger, tx))) await ask({ lines });
    const roots = new Map<string, SumRoot>();
    for await (const part of readAhead(partsFrom(ask))) {
      const { asset } = part;
      if ('depth' in part) await insertTree(tx, number, asset, part.depth);
      else if ('tiles' in part) await insertTiles(tx, number, asset, part.tiles);
      else roots.set(asset, part.root);
    }
    return roots;
  });
}

async function* linesOf(ledger: Queryable, tx: Queryable): AsyncGenerator<BalanceLines> {
  for await (const page of memberBalances(ledger)) yield { ...page, addresses: await addressesOf(tx, page.owners) };
}

async function* partsFrom(ask: AskForTrees): AsyncGenerator<TreePart> {
  for (let part = await ask({ next: true }); part; part = await ask({ next: true })) yield part;
}

async function countsOf(ledgers: Snapshot['ledgers']): Promise<ReadonlyMap<string, number>> {
  const counts = new Map<string, number>();
  for (const ledger of ledgers)
    for (const { asset, count } of await countBalances(ledger)) counts.set(asset, (counts.get(asset) ?? 0) + count);
  return counts;
}

type Statement = {
  readonly number: number;
  readonly size: number;
  readonly roots: Roots;
  readonly house: readonly HouseBalance[];
};

/** @throws if liabilities and the house's balances do not sum to zero: then nothing may be signed */
function sumsText(origin: string, { number, size, roots, house }: Statement): string {
  const balances = new Map<string, bigint>();
  for (const { kind, asset, posted } of house) {
    const key = `${kind} ${asset}`;
    balances.set(key, (balances.get(key) ?? 0n) + posted);
  }
  const liabilities = [...roots].map(
    ([asset, { sum, root, depth }]) => `liabilities ${asset} ${sum} ${Buffer.from(root).toString('base64')} ${depth}`,
  );
  const houseLines = [...balances].filter(([, sum]) => sum !== 0n).map(([key, sum]) => `house ${key} ${sum}`);
  assertZero(roots, balances);
  const time = `${new Date().toISOString().slice(0, 19)}Z`;
  return `${[`${origin}/sums`, number, size, time, ...liabilities.toSorted(), ...houseLines.toSorted()].join('\n')}\n`;
}

function assertZero(roots: Roots, house: ReadonlyMap<string, bigint>): void {
  const sums = new Map([...roots].map(([asset, { sum }]) => [asset, sum]));
  for (const [key, sum] of house) {
    const asset = key.slice(key.lastIndexOf(' ') + 1);
    sums.set(asset, (sums.get(asset) ?? 0n) + sum);
  }
  const wrong = [...sums].filter(([, sum]) => sum !== 0n);
  if (wrong.length > 0)
    throw new Error(`the books do not sum to zero: ${wrong.map(([asset, sum]) => `${asset} ${sum}`).join(', ')}`);
}
