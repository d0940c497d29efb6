import type { AccountId, JournalEntry, Ledger } from '../../ledger/index.ts';
import type { Queryable } from '../../platform/database/pool.ts';
import { Refusal } from '../../platform/refusal.ts';

const maxAttempts = 3;
const changed = new Refusal('busy', 'The balance is changing right now. Please try again in a moment.');

/**
 * Posts an entry that takes the available money of a wallet, at most `most` units, and returns the taken amount.
 * Returns undefined if the entry was posted before, or if `entryOf` returns none.
 *
 * The balance may change between reading and posting. The ledger then rejects the entry and keeps the accounts locked
 * until the transaction ends, so the second attempt succeeds. Errors: `busy`, and the ledger's.
 */
export async function postAvailable(
  tx: Queryable,
  ledger: Ledger,
  { owner, wallet, most }: { readonly owner: string; readonly wallet: AccountId; readonly most: bigint },
  entryOf: (taken: bigint) => JournalEntry | undefined,
): Promise<bigint | undefined> {
  for (let attempt = 1; ; attempt++) {
    const available = await availableIn(await ledger.booksWithin(tx, owner), wallet);
    const taken = available < most ? available : most;
    const entry = entryOf(taken);
    if (!entry) return undefined;
    try {
      const { outcome } = await ledger.postWithin(tx, entry, { insufficient: () => changed });
      return outcome === 'posted' ? taken : undefined;
    } catch (error) {
      if (error !== changed || attempt === maxAttempts) throw error;
    }
  }
}

async function availableIn(books: Queryable, wallet: AccountId): Promise<bigint> {
  const { rows } = await books.query<{ available: bigint }>(
    'select posted - held as available from member_books.accounts where id = $1',
    [wallet],
  );
  return rows[0]?.available ?? 0n;
}
