import { allEntries, journalLines } from '../../../ledger/index.ts';
import type { Queryable } from '../../../platform/database/pool.ts';
import type { NewEntry } from './append.ts';
import { entryTexts, journalEntry } from './entry-texts.ts';
import type { Log } from './log.ts';
import type { Progress } from './progress-store.ts';

const entriesAtOnce = 1_000;

type Page = { readonly entries: readonly NewEntry[]; readonly isLast: boolean };

/** Reads, in pages, what the log lacks of a ledger. The journal may be read in a snapshot. */
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
    yield {
      entries: missing.map((line) => ({
        bytes: journalEntry(entryTexts(line, secret, accounts)),
        journal: line.id,
      })),
      isLast,
    };
    const last = lines.at(-1);
    if (isLast || !last) return;
    after = last.id;
  }
}
