import type { DryRun } from '@florin/contract';
import type { JournalEntry } from '../../ledger/index.ts';
import type { Queryable } from '../../platform/database/pool.ts';
import { proposedKinds } from './proposed-payment.ts';

/** Whether the entry reserves money for a payment that waits for approval. */
export const isProposal = ({ kind }: JournalEntry): boolean => Object.values<string>(proposedKinds).includes(kind);

/** Returns what the rules demand of a proposed payment, by the entry that reserves its money. */
export async function demandOfProposal(database: Queryable, { key }: JournalEntry): Promise<DryRun['approval']> {
  const { rows } = await database.query<{ needed: number; why: string[] }>(
    `select needed, shown -> 'why' as why from approvals where id = $1`,
    [key],
  );
  const [row] = rows;
  if (!row) throw new Error('a proposed payment has no approval');
  return { approvals_needed: row.needed, why: row.why };
}
