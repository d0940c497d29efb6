import type { Approval } from '@florin/contract';
import type { Pool } from '../../platform/database/pool.ts';
import { transact } from '../../platform/database/transact.ts';
import { forEachSettled } from '../../platform/for-each-settled.ts';
import { recordChange } from '../identity/index.ts';
import { restBatch } from './batch-store.ts';

type Ended = {
  readonly id: string;
  readonly owner_id: string;
  readonly state: Approval['state'];
  readonly reason: string | null;
};

/** Starts approved batches. Refused and expired batches can be started again. */
export async function settleStarts(pool: Pool): Promise<void> {
  const { rows } = await pool.query<{ id: string }>(
    `select b.id from batch_payouts b join approval_states a on a.id = b.approval_id
     where b.state = 'waiting' and a.state <> 'proposed' order by b.started_at limit 200`,
  );
  await forEachSettled(rows, ({ id }) => settleStart(pool, id));
}

const settleStart = (pool: Pool, id: string) =>
  transact(pool, async (tx) => {
    const { rows } = await tx.query<Ended>(
      `select b.id, b.owner_id, a.state, a.reason from batch_payouts b join approval_states a on a.id = b.approval_id
       where b.id = $1 and b.state = 'waiting' and a.state <> 'proposed' for update of b`,
      [id],
    );
    const [ended] = rows;
    if (!ended) return;
    if (ended.state === 'approved')
      await tx.query(`update batch_payouts set state = 'running', approved = true where id = $1`, [id]);
    else await restBatch(tx, id, { reason: [sentences[ended.state], ended.reason].filter(Boolean).join(' ') });
    await recordChange(tx, [ended.owner_id], 'account');
  });

const sentences: Partial<Record<Approval['state'], string>> = {
  refused: 'The batch was not approved.',
  withdrawn: 'The start of the batch was withdrawn.',
  expired: 'The batch was not approved within seven days.',
};
