import type { BusinessRole } from '@florin/contract';
import type { Queryable } from '../../platform/database/pool.ts';
import { recordBusinessAct } from './acts.ts';

type Maker = {
  readonly businessId: string;
  readonly personId: string;
  /** The remaining role. Undefined if the person no longer acts for the business. */
  readonly role?: BusinessRole;
  /** The person who removed the right to invite. */
  readonly by: string;
};

/**
 * Revokes the person's open invitations that the remaining role does not allow. A removed person thus cannot come back
 * with such an invitation.
 */
export async function revokeInvitationsBy(tx: Queryable, { businessId, personId, role, by }: Maker): Promise<void> {
  const { rows } = await tx.query<{ email: string; was_open: boolean }>(
    `update business_invitations set ended = 'revoked', ended_at = now()
     where business_id = $1 and invited_by = $2 and ended is null
       and not coalesce($3 = 'owner' or $3 = 'admin' and role <> 'owner', false)
     returning email, expires_at > now() as was_open`,
    [businessId, personId, role],
  );
  for (const { email, was_open: wasOpen } of rows)
    if (wasOpen) await recordBusinessAct(tx, { businessId, personId: by, did: 'Revoked an invitation', about: email });
}
