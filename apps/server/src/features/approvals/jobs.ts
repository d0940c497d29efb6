import type { Logger } from 'pino';
import { transact } from '../../platform/database/transact.ts';
import { forEachSettled } from '../../platform/for-each-settled.ts';
import { recurringJob } from '../../platform/recurring-job.ts';
import { recordBusinessAct } from '../businesses/index.ts';
import { queueMail, shortSenderOf } from '../mail/index.ts';
import {
  counts,
  endApproval,
  findApproval,
  hasWork,
  lockApproval,
  markAnnounced,
  overdue,
  unannounced,
  unsettled,
  type ApprovalRow,
} from './approval-store.ts';
import { notify } from './decide.ts';
import { settle, type Settling } from './settle.ts';

type Dependencies = Settling & { readonly logger: Logger; readonly publicUrl: string };

const everySeconds = 2;

/** Mails the people who can approve, ends proposals after seven days, and finishes the work of a killed process. */
export const scheduleApprovals = (dependencies: Dependencies) =>
  recurringJob(dependencies, 'approvals', everySeconds, (signal) => keepApprovals(dependencies, signal));

export async function keepApprovals(dependencies: Dependencies, signal?: AbortSignal): Promise<void> {
  const { pool } = dependencies;
  if (!(await hasWork(pool))) return;
  await forEachSettled(await unannounced(pool), (id) => announce(dependencies, id), signal);
  await forEachSettled(await overdue(pool), (id) => expire(dependencies, id), signal);
  await forEachSettled(await unsettled(pool), (id) => settle(dependencies, id), signal);
  // The money of these proposals was never reserved, because the ledger refused the payment. Such proposals were not
  // announced either.
  await pool.query(
    `delete from approvals a
     where a.state in ('proposed', 'withdrawn') and a.proposed_at < now() - interval '1 day' and not ${counts}`,
  );
}

async function expire({ pool }: Dependencies, id: string): Promise<void> {
  await transact(pool, async (tx) => {
    const row = await lockApproval(tx, id);
    if (!row || row.state !== 'proposed' || !row.is_due) return;
    await endApproval(tx, id, { state: 'expired' });
    await recordBusinessAct(tx, {
      businessId: row.business_id,
      personId: null,
      did: 'A proposal expired',
      about: row.shown.title,
    });
    await notify(tx, row);
  });
}

type Reader = { readonly id: string; readonly email: string };

async function announce({ pool, publicUrl }: Dependencies, id: string): Promise<void> {
  await transact(pool, async (tx) => {
    const row = await findApproval(tx, id);
    if (!row || !(await markAnnounced(tx, id))) return;
    const { rows } = await tx.query<Reader & { business: string; business_email: string }>(
      `select r.person_id as id, r.person_email as email, b.name as business, b.email as business_email
       from business_roles r join people b on b.id = r.business_id
       where r.business_id = $1 and r.role = any ($2) and r.person_id <> $3`,
      [row.business_id, row.approvers, row.proposed_by],
    );
    for (const { id: reader, email, business, business_email: address } of rows)
      await queueMail(tx, {
        to: email,
        ...letterOf(row, shortSenderOf({ name: business, email: address })),
        link: { publicUrl, memberId: row.business_id, path: '/approvals' },
        button: 'See what waits',
        once: `approval ${id} ${reader}`,
      });
  });
}

/** Leaves out the recipient and the note, which strangers may have chosen. */
function letterOf({ kind, shown }: ApprovalRow, business: string) {
  switch (kind) {
    case 'payment':
      return {
        subject: `A payment of ${business} waits for you`,
        body: `A payment of ${shown.title.split(' to ')[0] ?? ''} waits for your approval. It expires after seven days.`,
      };
    case 'batch':
      return {
        subject: `A batch payout of ${business} waits for you`,
        body: `A batch payout waits for your approval: ${shown.title.split(': ').at(-1) ?? ''}. It expires after seven days.`,
      };
    case 'rules':
      return {
        subject: `New payment rules of ${business} wait for you`,
        body: 'Another person proposed new rules for payments. They expire after seven days.',
      };
  }
}
