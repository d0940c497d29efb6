import { accountFacts, type JournalLine } from '../../../ledger/index.ts';
import type { Queryable } from '../../../platform/database/pool.ts';
import { accountText } from './entry-texts.ts';
import type { LogSecret } from './log-secret.ts';

const maxCached = 100_000;

export type AccountNames = ReturnType<typeof accountNames>;

/** Opens the names of accounts in the log. An account never changes its owner, so a name is read once and cached. */
export function accountNames(secret: LogSecret) {
  const cache = new Map<bigint, string>();
  return {
    /** Reads the accounts of these entries from their ledger. */
    of: async (database: Queryable, lines: readonly JournalLine[]): Promise<ReadonlyMap<bigint, string>> => {
      if (cache.size > maxCached) cache.clear();
      const wanted = new Set(lines.flatMap(({ postings }) => postings.map(({ account }) => account)));
      const unknown = [...wanted].filter((id) => !cache.has(id));
      for (const facts of await accountFacts(database, unknown)) cache.set(facts.id, accountText(facts, secret));
      return cache;
    },
  };
}
