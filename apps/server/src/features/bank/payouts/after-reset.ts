import type { Queryable } from '../../../platform/database/pool.ts';
import { recordAct } from '../../audit/index.ts';
import type { PersonalPart } from '../../identity/index.ts';
import type { Batch } from './batch-store.ts';
import { endOpen } from './decide-batch.ts';

/**
 * Withdraws an operator's unapproved batches at a password reset by mail, because a stranger with the password may have
 * made them.
 */
async function withdrawAfterReset(tx: Queryable, operatorId: string): Promise<void> {
  const { rows } = await tx.query<Pick<Batch, 'id' | 'number'>>(
    `select id, number from payment_batches where made_by = $1 and state = 'proposed' order by id`,
    [operatorId],
  );
  const reason = 'The password of the operator who made it was reset by email.';
  for (const batch of rows)
    if (await endOpen(tx, batch, operatorId, reason))
      await recordAct(tx, {
        operator: 'system',
        did: 'Withdrew payment batch',
        on: `batch ${batch.number}: ${reason}`,
      });
}

/** The payment batches that a member made as an operator. Only a password reset by mail changes these batches. */
export const madeBatches: PersonalPart = { name: 'payment_batches', review: withdrawAfterReset };
