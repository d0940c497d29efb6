import type { Logger } from 'pino';
import { closeLedgers, entryRange, journalLines, shardOfEntry, type JournalLine } from '../../../ledger/index.ts';
import type { Pool } from '../../../platform/database/pool.ts';
import { isDatabaseUnavailable } from '../../../platform/database/unavailable.ts';
import { recurringJob } from '../../../platform/recurring-job.ts';
import { hashAt, leafHash } from './digests.ts';
import { entryTexts, journalEntry } from './entry-texts.ts';
import { ledgersOf, type Log } from './log.ts';
import { entriesIn, readBundle, readHead, storedTiles, type Bundle } from './log-store.ts';
import { rootOfFull, tileWidth, treeHash } from './merkle.ts';
import { readProgress } from './progress-store.ts';

const minute = 60;
/**
 * The number of old bundles that each run compares again, in addition to the new bundles. Every bundle is thus compared
 * regularly.
 */
const oldBundlesAtOnce = 50;

/** Compares the log with the journal. A difference closes the ledgers, like any other finding. */
export const scheduleLogComparison = (log: Log & { readonly logger: Logger }) =>
  recurringJob(log, 'compare-log', minute, async (signal) => {
    const finding = await compareNext(log, signal);
    if (finding === undefined) return;
    log.logger.fatal({ finding }, 'the log and the journal differ: the ledger is closed');
    await closeLedgers(ledgersOf(log), finding);
  });

/**
 * The ledgers that did not answer in this run, with their errors. Asking such a ledger again for each bundle would take
 * seconds each time.
 */
type Down = Map<number, unknown>;

/**
 * Compares the new bundles since the last run and the next old bundles. Returns the first difference, if one exists. If
 * a ledger is down, compares the entries of the other ledgers and throws. The next run then compares all these bundles
 * again.
 */
export async function compareNext(log: Log, signal?: AbortSignal): Promise<string | undefined> {
  const { size } = await readHead(log.pool);
  const bundles = Math.ceil(size / tileWidth);
  const { newest, again } = await readComparison(log.pool);
  const isThrough = again >= bundles;
  const from = isThrough ? 0 : again;
  const fresh = Array.from({ length: Math.max(bundles - newest, 0) }, (_, nth) => newest + nth);
  const old = Array.from({ length: Math.min(oldBundlesAtOnce, bundles - from) }, (_, nth) => from + nth);
  const down: Down = new Map();
  for (const number of new Set([...fresh, ...old])) {
    if (signal?.aborted) return undefined;
    const finding = await compareBundle(log, number, down);
    if (finding !== undefined) return finding;
  }
  const wrong = (await compareRoot(log)) ?? (isThrough ? await compareCounts(log, down) : undefined);
  if (wrong !== undefined) return wrong;
  const [failure] = down.values();
  if (failure !== undefined) throw failure;
  // The last bundle still grows, so it is compared again.
  await log.pool.query('update log_comparisons set newest = $1, again = $2', [
    Math.max(bundles - 1, 0),
    from + old.length,
  ]);
  return undefined;
}

async function readComparison(pool: Pool): Promise<{ readonly newest: number; readonly again: number }> {
  const { rows } = await pool.query<{ newest: bigint; again: bigint }>('select newest, again from log_comparisons');
  return { newest: Number(rows[0]?.newest ?? 0), again: Number(rows[0]?.again ?? 0) };
}

/** Records the error and returns undefined for a ledger that is down. */
async function unlessDown<Result>(down: Down, shard: number, work: () => Promise<Result>): Promise<Result | undefined> {
  if (down.has(shard)) return undefined;
  try {
    return await work();
  } catch (error) {
    if (!isDatabaseUnavailable(error)) throw error;
    down.set(shard, error);
    return undefined;
  }
}

async function compareBundle(log: Log, number: number, down: Down): Promise<string | undefined> {
  const bundle = await readBundle(log.pool, number);
  if (!bundle) return `bundle ${number} of the log is missing`;
  const entries = entriesIn(bundle.entries);
  const place = entries.findIndex((entry, nth) => !leafHash(entry).equals(hashAt(bundle.hashes, nth)));
  if (place >= 0) return `entry ${number * tileWidth + place} of the log is not that of its hash`;
  for (const [shard, ids] of Map.groupBy(
    bundle.journal.filter((id) => id > 0n),
    shardOfEntry,
  )) {
    const expected = await unlessDown(down, shard, () => journalEntries(log, shard, ids));
    if (expected === undefined) continue; // a ledger that is down, or that this node does not know
    for (const id of ids) {
      const logged = entries[bundle.journal.indexOf(id)];
      const booked = expected.get(id);
      if (!booked) return `entry ${id} is in the log and not in the journal`;
      if (!logged || !booked.equals(logged)) return `entry ${id} of the journal is not what the log has of it`;
    }
  }
  return compareTop(log, bundle);
}

/** Returns the log entries that must exist for these entries of a ledger, according to its current journal. */
async function journalEntries(
  log: Log,
  shard: number,
  ids: readonly bigint[],
): Promise<ReadonlyMap<bigint, Buffer> | undefined> {
  const ledger = ledgersOf(log)[shard];
  if (!ledger) return undefined;
  const wanted = new Set(ids);
  const sorted = ids.toSorted((a, b) => (a < b ? -1 : 1));
  const entries = new Map<bigint, Buffer>();
  const last = sorted.at(-1) ?? 0n;
  for (let after = (sorted[0] ?? 1n) - 1n; after < last;) {
    const lines = await journalLines(ledger, { after, last }, tileWidth);
    if (lines.length === 0) break;
    for (const [id, bytes] of await entriesOf(
      log,
      ledger,
      lines.filter((line) => wanted.has(line.id)),
    ))
      entries.set(id, bytes);
    after = lines.at(-1)?.id ?? last;
  }
  return entries;
}

async function entriesOf({ names, secret }: Log, ledger: Pool, lines: readonly JournalLine[]) {
  const accounts = await names.of(ledger, lines);
  return lines.map((line): [bigint, Buffer] => [line.id, journalEntry(entryTexts(line, secret, accounts))]);
}

/** A full bundle's hash is in the tile above. */
async function compareTop({ pool }: Log, { number, hashes, journal }: Bundle): Promise<string | undefined> {
  if (journal.length < tileWidth) return undefined;
  const above = await storedTiles(pool)(1, Math.floor(number / tileWidth));
  return hashAt(above, number % tileWidth).equals(rootOfFull(hashes))
    ? undefined
    : `bundle ${number} of the log is not that of its tile`;
}

async function compareRoot({ pool }: Log): Promise<string | undefined> {
  const head = await readHead(pool);
  const root = await treeHash(storedTiles(pool), 0, head.size);
  return root.equals(head.root) ? undefined : `the root of the log at ${head.size} is not that of its tiles`;
}

/** Finds entries of the journal that are missing in the log. */
async function compareCounts(log: Log, down: Down): Promise<string | undefined> {
  for (const [shard, ledger] of ledgersOf(log).entries()) {
    const { settled } = await readProgress(log.pool, shard);
    const { after } = entryRange(shard);
    const counts = unlessDown(down, shard, () =>
      Promise.all([
        ledger.query<{ n: bigint }>('select count(*) as n from own_books.entries where id <= $1', [settled]),
        log.pool.query<{ n: bigint }>(
          'select count(*) as n from log_bundles, unnest(journal) id where id > $1 and id <= $2',
          [after, settled],
        ),
      ]),
    );
    const [booked, logged] = (await counts) ?? [];
    if (booked?.rows[0]?.n !== logged?.rows[0]?.n)
      return `ledger ${shard} has ${booked?.rows[0]?.n} entries up to ${settled}, and the log ${logged?.rows[0]?.n}`;
  }
  return undefined;
}
