import type { Pool, Queryable } from '../../../platform/database/pool.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { isUuid } from '../../../platform/uuid.ts';
import { recordChange } from '../record-change.ts';
import { propose, type Carrier, type Proposal, type Proposed } from '../../proposals/index.ts';
import { mailSecurityNews } from '../security-mails.ts';
import { deleteTwoFactor } from '../second-factor/two-factor.ts';
import { findUser, hasFactorSql } from './find-users.ts';

type ResetRequest = Pick<Proposed, 'by' | 'command' | 'reason'>;

/**
 * Proposes to remove the second factors of a member who lost them and the recovery codes. The reason states the
 * member's new proof of identity. The member gets a mail immediately, so an owner who did not ask learns of it.
 *
 * Refusals: `user_not_found`, also for a closed account; `second_factor_off`; those of `propose`.
 */
export async function proposeFactorReset(pool: Pool, id: string, request: ResetRequest): Promise<Proposal> {
  const user = isUuid(id) ? await findUser(pool, id) : undefined;
  if (!user || user.state === 'closed') throw notFound();
  if (!user.has_factor) throw new Refusal('second_factor_off', 'This account has no second factor.');
  return propose(pool, {
    ...request,
    about: { kind: 'reset_factor' },
    memberId: id,
    on: '',
    alongside: (tx) => mailSecurityNews(tx, user.email, 'factorResetAsked'),
  });
}

/** Removes all second factors and sessions after a second operator's approval. */
export const carryFactorReset: Carrier = async ({ member }) => ({
  carryOut: async (tx) => {
    const id = member?.id ?? '';
    const { rows } = await tx.query<{ email: string }>(
      `select email from users u where id = $1 and closed_at is null and (${hasFactorSql}) for update`,
      [id],
    );
    if (!rows[0]) throw notFound();
    await deleteFactors(tx, id);
    await mailSecurityNews(tx, rows[0].email, 'factorReset');
    await recordChange(tx, [id], 'account');
  },
});

async function deleteFactors(tx: Queryable, id: string): Promise<void> {
  await deleteTwoFactor(tx, id);
  await tx.query('delete from passkeys where user_id = $1', [id]);
  await tx.query('delete from sessions where user_id = $1', [id]);
  await tx.query('update users set factor_reset_at = now() where id = $1', [id]);
}

const notFound = () => new Refusal('user_not_found', 'This account does not exist or has no second factor.');
