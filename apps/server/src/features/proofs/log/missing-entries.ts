import { allEntries, journalLines } from '../../../ledger/index.ts';
import type { Queryable } from '../../../platform/database/pool.ts';
import type { NewEntry } from './append.ts';
import { entryTexts, journalEntry } from './entry-texts.ts';
import type { Log } from './log.ts';
import { tileWidth } from './merkle.ts';
import type { Progress } from './progress-store.ts';

/** A page is hashed without a pause, so members' requests wait for a few milliseconds. */
const entriesAtOnce = tileWidth;

type Page = {
  readonly entries: readonly NewEntry[];
  /** The number of the last entry that was read. */
  readonly last: bigint;
  readonly isLast: boolean;
};

/** Reads the entries of a ledger that are missing in the log, in pages. The journal may be read in a snapshot. */
export async function* missingEntries(
  { names, secret }: Pick<Log, 'names' | 'secret'>,
  journal: Queryable,
  { settled }: Progress,
  logged: ReadonlySet<bigint>,
): AsyncGenerator<Page> {
  for (let after = settled; ;) {
    const lines = await journalLines(journal, { ...allEntries, after }, entriesAtOnce);
    const missing = lines.filter(({ id }) => !logged.has(id));
    const accounts = await names.of(journal, missing);
    const isLast = lines.length < entriesAtOnce;
    after = lines.at(-1)?.id ?? after;
    yield {
      entries: missing.map((line) => ({
        bytes: journalEntry(entryTexts(line, secret, accounts)),
        journal: line.id,
      })),
      last: after,
      isLast,
    };
    if (isLast) return;
  }
}
