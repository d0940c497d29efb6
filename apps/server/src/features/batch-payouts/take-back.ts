import type { Queryable } from '../../platform/database/pool.ts';
import { approvedBy } from '../approvals/index.ts';
import { recordBusinessAct } from '../businesses/index.ts';
import { recordChange } from '../identity/index.ts';

/**
 * Takes back the starts of batch payouts that a person made or approved, because a stranger with the password may have
 * done so. The job ends these batches and pays no further rows; other people of the business can retry them. A start
 * whose proposal was withdrawn never runs.
 *
 * The caller has locked the person's row. The batch is not locked here, because the job holds the batch's lock while it
 * waits for the person's row.
 */
export async function takeBackStarts(tx: Queryable, personId: string): Promise<void> {
  const { rows: open } = await tx.query<{ approval_id: string }>(
    `select approval_id from batch_payouts where state in ('waiting', 'running') and approval_id is not null`,
  );
  const approved = await approvedBy(
    tx,
    personId,
    open.map(({ approval_id: id }) => id),
  );
  const { rows } = await tx.query<{ owner_id: string; file_name: string }>(
    `update batch_payout_starts s
     set taken_back = format('The password of the person who %s it was reset by email.',
                             case when b.started_by = $1 then 'started' else 'approved' end)
     from batch_payouts b left join approval_states a on a.id = b.approval_id
     where s.batch_id = b.id and s.start_key = b.start_key and s.taken_back is null and b.state in ('waiting', 'running')
       and (b.started_by = $1 or b.approval_id = any ($2)) and a.state is distinct from 'withdrawn'
     returning b.owner_id, b.file_name`,
    [personId, approved],
  );
  for (const { owner_id: businessId, file_name: about } of rows)
    if (businessId !== personId)
      await recordBusinessAct(tx, { businessId, personId: null, did: 'A batch payout was stopped', about });
  await recordChange(tx, [...new Set(rows.map((row) => row.owner_id))], 'account');
}
