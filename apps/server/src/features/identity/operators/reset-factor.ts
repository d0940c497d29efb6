import type { Pool, Queryable } from '../../../platform/database/pool.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { isUuid } from '../../../platform/uuid.ts';
import { recordChange } from '../record-change.ts';
import { propose, type Carrier, type Proposal, type Proposed } from '../../proposals/index.ts';
import { mailSecurityNews } from '../security-mails.ts';
import { forgetTwoFactor } from '../second-factor/two-factor.ts';
import { findUser, hasFactorToo } from './find-users.ts';

type Asking = Pick<Proposed, 'by' | 'command' | 'reason'>;

/**
 * Proposes to take the second factors from a member who has lost them and the recovery codes, after their identity was
 * shown again; the reason says how. The member is mailed at once, so that an owner who did not ask hears of it.
 *
 * Refusals: `user_not_found`, also for a closed account; `second_factor_off`; those of `propose`.
 */
export async function proposeFactorReset(pool: Pool, id: string, asking: Asking): Promise<Proposal> {
  const user = isUuid(id) ? await findUser(pool, id) : undefined;
  if (!user || user.state === 'closed') throw notFound();
  if (!user.has_factor) throw new Refusal('second_factor_off', 'This account has no second factor.');
  return propose(pool, {
    ...asking,
    about: { kind: 'reset_factor' },
    memberId: id,
    on: '',
    alongside: (tx) => mailSecurityNews(tx, user.email, 'factorResetAsked'),
  });
}

/** What a second operator's approval does: no factor stays, and every session ends. */
export const carryFactorReset: Carrier = async ({ member }) => ({
  carryOut: async (tx) => {
    const id = member?.id ?? '';
    const { rows } = await tx.query<{ email: string }>(
      `select email from users u where id = $1 and closed_at is null and (${hasFactorToo}) for update`,
      [id],
    );
    if (!rows[0]) throw notFound();
    await forgetFactors(tx, id);
    await mailSecurityNews(tx, rows[0].email, 'factorReset');
    await recordChange(tx, [id], 'account');
  },
});

async function forgetFactors(tx: Queryable, id: string): Promise<void> {
  await forgetTwoFactor(tx, id);
  await tx.query('delete from passkeys where user_id = $1', [id]);
  await tx.query('delete from sessions where user_id = $1', [id]);
  await tx.query('update users set factor_reset_at = now() where id = $1', [id]);
}

const notFound = () => new Refusal('user_not_found', 'There is no such account, or it has no second factor any more.');
