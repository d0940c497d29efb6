import type { BodyOf, BusinessCase, Endpoints } from '@florin/contract';
import { transact } from '../../platform/database/transact.ts';
import type { Queryable } from '../../platform/database/pool.ts';
import type { Download } from '../../platform/http/route.ts';
import { Refusal } from '../../platform/refusal.ts';
import { recordAct, recordLook, type By } from '../audit/index.ts';
import { raiseLevel, recordChange, type SignedIn } from '../identity/index.ts';
import { queueMail } from '../mail/index.ts';
import { recordBusinessAct } from './acts.ts';
import { decryptDetails, type BusinessDependencies } from './business-store.ts';
import { listFiles, openFile } from './files.ts';

type Row = {
  id: string;
  name: string;
  handle: string;
  email: string;
  details: Buffer;
  submitted_at: Date;
  opened_by: string;
};

/** Operators do not decide about a business that they belong to. */
const foreign = `not exists (select from business_people p where p.business_id = b.id and p.person_id = $1)`;

/** Returns the businesses in review, oldest first, and records the view in the audit trail. */
export async function listCases(
  { pool, vault }: BusinessDependencies,
  operator: SignedIn,
  ip: string,
): Promise<BusinessCase[]> {
  await recordLook(pool, { operator, ip, did: 'Viewed businesses in review' });
  const { rows } = await pool.query<Row>(
    `select b.id, u.name, b.handle, u.email, b.details, b.submitted_at, o.email as opened_by
     from businesses b join people u on u.id = b.id join people o on o.id = b.opened_by
     where b.state = 'pending' and u.closed_at is null and ${foreign} order by b.submitted_at limit 100`,
    [operator.id],
  );
  const cases = [];
  for (const { details, submitted_at: submittedAt, ...row } of rows)
    cases.push({
      ...row,
      submitted_at: submittedAt.toISOString(),
      details: await decryptDetails(vault, pool, row.id, details),
      files: await listFiles(vault, pool, row.id),
    });
  return cases;
}

/** Returns a document of a business in review, and records the view. Refusals: `file_not_found`. */
export const viewFile = (
  { pool, vault }: BusinessDependencies,
  by: By & { readonly operator: SignedIn },
  { id, fileId }: { readonly id: string; readonly fileId: string },
): Promise<Download> =>
  transact(pool, async (tx) => {
    await lockCase(tx, by.operator.id, id).catch(() => {
      throw new Refusal('file_not_found', 'This file does not exist.');
    });
    const file = await openFile(vault, tx, id, fileId);
    await recordAct(tx, { ...by, did: 'Opened business document', member: id, on: '' });
    return file;
  });

type Decision = BodyOf<Endpoints['decideBusinessCase']>;

/**
 * Decides about the submission that the operator saw, once. Refusals: `case_not_found`, `case_decided`,
 * `invalid_request` without a reason where one is needed.
 */
export async function decideCase(
  { pool, publicUrl }: BusinessDependencies,
  by: By & { readonly operator: SignedIn },
  id: string,
  { decision, reason, submitted_at: seen }: Decision,
): Promise<void> {
  if (decision !== 'verified' && reason === undefined) {
    const sentence = 'Give a reason that the business will read.';
    throw new Refusal('invalid_request', sentence, { fields: { reason: sentence } });
  }
  await transact(pool, async (tx) => {
    const found = await lockCase(tx, by.operator.id, id);
    if (found.state !== 'pending' || found.submitted_at.toISOString() !== seen)
      throw new Refusal('case_decided', 'This submission was already decided, or the business submitted again.');
    await tx.query('update businesses set state = $2, decided_at = now(), decided_by = $3, reason = $4 where id = $1', [
      id,
      decision,
      by.operator.id,
      decision === 'verified' ? null : reason,
    ]);
    if (decision === 'verified') await raiseLevel(tx, id, 2);
    await recordBusinessAct(tx, { businessId: id, personId: null, did: didOf[decision] });
    await recordChange(tx, [id], 'account');
    await queueMail(tx, {
      to: found.email,
      ...mails[decision],
      link: { publicUrl, memberId: id, path: '/business' },
      button: 'Open the business',
      once: `business ${id} ${seen}`,
    });
    await recordAct(tx, { ...by, did: didOf[decision], member: id, on: '' });
  });
}

const didOf: Record<Decision['decision'], string> = {
  verified: 'Verified the business',
  needs_more: 'Asked for more about the business',
  denied: 'Denied the business',
};

const mails: Record<Decision['decision'], { subject: string; body: string }> = {
  verified: {
    subject: 'Your business is verified',
    body: 'Your business is verified and has higher limits now.',
  },
  needs_more: {
    subject: 'Your business needs more information',
    body: 'We could not finish the verification of your business because something is missing.\n\nSee what is missing and add it:',
  },
  denied: {
    subject: 'We could not verify your business',
    body: 'We could not verify your business. Its account, its money and its limits stay the same.\n\nSee the reason:',
  },
};

async function lockCase(tx: Queryable, operatorId: string, id: string) {
  const { rows } = await tx.query<{ state: string; submitted_at: Date; email: string }>(
    `select b.state, b.submitted_at, u.email from businesses b join people u on u.id = b.id
     where b.id::text = $2 and b.submitted_at is not null and ${foreign} for update of b`,
    [operatorId, id],
  );
  if (!rows[0]) throw new Refusal('case_not_found', 'This business is not waiting for review.');
  return rows[0];
}
