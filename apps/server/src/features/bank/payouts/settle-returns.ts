import type { FiatCode } from '@florin/money';
import { houseOwner, type JournalEntry, type Ledger } from '../../../ledger/index.ts';
import type { Pool, Queryable } from '../../../platform/database/pool.ts';
import { transact } from '../../../platform/database/transact.ts';
import { digestUuid } from '../../../platform/digest.ts';
import { allocatedPostings, unownedPayoutPostings } from '../postings.ts';

type Dependencies = { readonly pool: Pool; readonly ledger: Ledger };

/** A payout of money that goes back to its payer. */
type ReturnEvent = {
  readonly id: string;
  readonly line_id: bigint;
  readonly amount: bigint;
  readonly currency: FiatCode;
};

/** The bank has paid the money back: it is no longer unallocated. */
export async function settleReturn(dependencies: Dependencies, event: ReturnEvent): Promise<void> {
  const { id, line_id: line, amount } = event;
  const { unallocated, clearing } = await accountsOf(dependencies, event);
  const entry = entryOf('payer-return-settled', event, allocatedPostings(unallocated, clearing, amount));
  await transact(dependencies.pool, async (tx) => {
    if (!(await moved(tx, id, { from: ['sent'], to: 'settled' }))) return;
    await tx.query(`update bank_lines set match = 'paid-back' where id = $1 and match = 'to-payer'`, [line]);
    await dependencies.ledger.postWithin(tx, entry, {});
  });
}

/** The bank rejected the payment, or the payer's bank sent the money back: it is unallocated again. */
export async function takeReturnBack(dependencies: Dependencies, event: ReturnEvent): Promise<void> {
  const { id, line_id: line, amount } = event;
  const { unallocated, clearing } = await accountsOf(dependencies, event);
  const entry = entryOf('payer-return-came-back', event, unownedPayoutPostings(clearing, unallocated, amount));
  await transact(dependencies.pool, async (tx) => {
    const before = await moved(tx, id, { from: ['sent', 'settled'], to: 'returned' });
    if (!before) return;
    await tx.query(
      `update bank_lines set match = 'unallocated', reason = 'came_back'
       where id = $1 and match in ('to-payer', 'paid-back')`,
      [line],
    );
    if (before === 'settled') await dependencies.ledger.postWithin(tx, entry, {});
  });
}

type Move = { readonly from: readonly string[]; readonly to: 'settled' | 'returned' };

/**
 * Changes the payout's state and returns the earlier state, or undefined if the payout was in none of the given states.
 */
async function moved(tx: Queryable, id: string, { from, to }: Move): Promise<string | undefined> {
  const { rows } = await tx.query<{ state: string }>('select state from payouts where id = $1 for update', [id]);
  const before = rows[0]?.state;
  if (before === undefined || !from.includes(before)) return undefined;
  await tx.query('update payouts set state = $2 where id = $1', [id, to]);
  return before;
}

async function accountsOf({ ledger }: Dependencies, { currency }: ReturnEvent) {
  const [unallocated, clearing] = await Promise.all([
    ledger.houseId('unallocated', currency),
    ledger.houseId('bank-clearing', currency),
  ]);
  return { unallocated, clearing };
}

const entryOf = (
  kind: string,
  { id, line_id: line }: ReturnEvent,
  postings: JournalEntry['postings'],
): JournalEntry => ({
  key: digestUuid(kind, id),
  requestHash: 0n,
  actor: houseOwner,
  kind,
  metadata: { line: String(line), payout: id },
  postings,
});
