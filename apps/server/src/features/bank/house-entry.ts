import type { FiatCode } from '@florin/money';
import { houseOwner, type JournalEntry, type Ledger } from '../../ledger/index.ts';
import { digestUuid } from '../../platform/digest.ts';
import { allocatedPostings } from './postings.ts';

/** A line whose money is unallocated. */
type Line = { readonly id: bigint; readonly amount: bigint; readonly currency: FiatCode };

/**
 * The account that gets the money, and the name in the entry's key. The name must not change, because the key keeps the
 * entry unique.
 */
const ways = {
  'bank-batch': { side: 'bank-clearing', keyedAs: 'bank-line-of-batch' },
  'bank-batch-charge': { side: 'bank-fees', keyedAs: 'bank-line-of-batch-charge' },
  'bank-card-payout': { side: 'card-clearing', keyedAs: 'bank-line-of-card-payout' },
  'bank-own-funds': { side: 'own-funds', keyedAs: 'bank-line-own-funds' },
} as const;

/**
 * Returns the entry that moves a line's money from unallocated to a house account. The entry's key contains the line's
 * id.
 */
export async function houseEntry(
  ledger: Pick<Ledger, 'houseId'>,
  kind: keyof typeof ways,
  { id, amount, currency }: Line,
): Promise<JournalEntry> {
  const { side, keyedAs } = ways[kind];
  const [unallocated, house] = await Promise.all([
    ledger.houseId('unallocated', currency),
    ledger.houseId(side, currency),
  ]);
  return {
    key: digestUuid(keyedAs, String(id)),
    requestHash: 0n,
    actor: houseOwner,
    kind,
    metadata: { line: String(id) },
    postings: allocatedPostings(unallocated, house, amount),
  };
}
