import type { DryRun } from '@florin/contract';
import type { JournalEntry } from '../../ledger/index.ts';
import type { Queryable } from '../../platform/database/pool.ts';
import { proposedKinds } from './proposed-payment.ts';

/** Whether the entry reserves money for a payment that waits for approval. */
export const isProposal = ({ kind }: JournalEntry): boolean => Object.values<string>(proposedKinds).includes(kind);

/**
 * Returns the refusal or the approvals that the rules demand of a proposal. The id of a proposed payment is the key of
 * the entry that reserves its money.
 */
export async function demandOfProposal(database: Queryable, id: string): Promise<DryRun['approval']> {
  const { rows } = await database.query<{ needed: number; why: string[] }>(
    `select needed, shown -> 'why' as why from approvals where id = $1`,
    [id],
  );
  const [row] = rows;
  if (!row) throw new Error('the proposal has no approval');
  return { approvals_needed: row.needed, why: row.why };
}
