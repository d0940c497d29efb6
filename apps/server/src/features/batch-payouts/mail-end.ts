import type { Queryable } from '../../platform/database/pool.ts';
import { queueMail } from '../mail/index.ts';
import type { StoredBatch } from './batch-store.ts';

type Ended = {
  readonly paid: number;
  readonly failed: number;
  readonly not_run: number;
  readonly email: string;
  readonly handle: string | null;
};

/** Mails the result of a batch to the person who started it: `4,868 paid, 2 failed`. */
export async function mailEnd(
  { publicUrl }: { readonly publicUrl: string },
  tx: Queryable,
  batch: StoredBatch,
  reason: string | null,
): Promise<void> {
  const { rows } = await tx.query<Ended>(
    `select count(*) filter (where r.state = 'paid')::int as paid, count(*) filter (where r.state = 'failed')::int as failed,
            count(*) filter (where r.state = 'not_run')::int as not_run, p.email,
            (select handle from business_roles b where b.business_id = $2 and b.person_id = p.id) as handle
     from people p join batch_payout_rows r on r.batch_id = $1
     where p.id = $3 and p.closed_at is null group by p.id, p.email`,
    [batch.id, batch.owner_id, batch.started_by],
  );
  const [ended] = rows;
  if (!ended) return;
  const figures = figuresOf(ended);
  await queueMail(tx, {
    to: ended.email,
    subject: `Batch payout: ${figures}`,
    body: [`Your batch payout has ended: ${figures}.`, ...(reason === null ? [] : [reason])].join(' '),
    link: `${publicUrl}${ended.handle === null ? '' : `/b/${ended.handle}`}/batch-payouts/${batch.id}`,
    button: 'See the rows',
    once: `batch payout ${batch.id} ${batch.started_at?.toISOString()}`,
  });
}

const figuresOf = ({ paid, failed, not_run: notRun }: Ended): string =>
  [
    `${paid.toLocaleString('en-US')} paid`,
    ...(failed > 0 ? [`${failed.toLocaleString('en-US')} failed`] : []),
    ...(notRun > 0 ? [`${notRun.toLocaleString('en-US')} not run`] : []),
  ].join(', ');
