import type { Logger } from 'pino';
import type { Pool } from '../../platform/database/pool.ts';
import { transact } from '../../platform/database/transact.ts';
import { recurringJob } from '../../platform/recurring-job.ts';
import { recordAct } from '../audit/index.ts';
import { actWords } from './proposal.ts';
import { endProposal, lockProposal } from './proposal-store.ts';

const intervalSeconds = 60;

export const scheduleProposalExpiry = (dependencies: { readonly pool: Pool; readonly logger: Logger }) =>
  recurringJob(dependencies, 'expire-proposals', intervalSeconds, () => expireProposals(dependencies.pool));

/** Ends the proposals that are older than seven days and records each in the audit trail. */
export async function expireProposals(pool: Pool): Promise<void> {
  const { rows } = await pool.query<{ id: string }>(
    `select id from operator_proposals where state = 'proposed' and expires_at <= now() order by expires_at limit 100`,
  );
  for (const { id } of rows)
    await transact(pool, async (tx) => {
      const proposal = await lockProposal(tx, id);
      // An overdue proposal reads as expired before its row says so. Only the first run records the expiry.
      if (!proposal?.isOver || proposal.decidedAt) return;
      await endProposal(tx, id, { state: 'expired', by: null, reason: null });
      const did = `Expired after seven days: ${actWords[proposal.about.kind].proposed.toLowerCase()}`;
      await recordAct(tx, {
        operator: 'system',
        did,
        ...(proposal.member ? { member: proposal.member.id } : {}),
        on: '',
      });
    });
}
