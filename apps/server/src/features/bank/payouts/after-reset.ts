import type { Queryable } from '../../../platform/database/pool.ts';
import { recordAct } from '../../audit/index.ts';
import type { PersonalPart } from '../../identity/index.ts';
import type { Batch } from './batch-store.ts';
import { endOpen } from './decide-batch.ts';

/**
 * The payment batches that a member made or approved as an operator. Only a password reset by mail changes these
 * batches, because a stranger with the password may have made or approved them.
 */
export const madeBatches: PersonalPart = {
  name: 'payment_batches',
  review: async (tx, operatorId) => {
    await withdrawUnapproved(tx, operatorId);
    // Finds the batches that another operator approved meanwhile, too.
    await flagApproved(tx, operatorId, 'made');
    await flagApproved(tx, operatorId, 'approved');
  },
};

type Did = 'made' | 'approved';

const reasonOf = (did: Did): string => `The password of the operator who ${did} it was reset by email.`;

type Found = Pick<Batch, 'id' | 'number'>;

async function withdrawUnapproved(tx: Queryable, operatorId: string): Promise<void> {
  const { rows } = await tx.query<Found>(
    `select id, number from payment_batches where made_by = $1 and state = 'proposed' order by id`,
    [operatorId],
  );
  const reason = reasonOf('made');
  for (const batch of rows)
    if (await endOpen(tx, batch, operatorId, reason)) await record(tx, 'Withdrew payment batch', batch, reason);
}

/**
 * Stores the reason for a check with the approved batches whose payouts are not all settled. The bank may have the file
 * already, so the batches stay, and operators decide.
 */
async function flagApproved(tx: Queryable, operatorId: string, did: Did): Promise<void> {
  const reason = reasonOf(did);
  const { rows } = await tx.query<Found>(
    `update payment_batches b set reason = concat_ws(' ', b.reason, $2::text)
     where case $3::text when 'made' then b.made_by else b.decided_by end = $1
       and b.state in ('approved', 'written', 'sent') and strpos(coalesce(b.reason, ''), $2) = 0
       and exists (select from payouts p where p.batch_id = b.id and p.state in ('batched', 'sent'))
     returning b.id, b.number`,
    [operatorId, reason, did],
  );
  for (const batch of rows) await record(tx, 'Flagged payment batch', batch, reason);
}

const record = (tx: Queryable, did: string, { number }: Found, reason: string): Promise<void> =>
  recordAct(tx, { operator: 'system', did, on: `batch ${number}: ${reason}` });
