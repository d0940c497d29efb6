import type { BusinessRole } from '@florin/contract';
import type { Queryable } from '../../platform/database/pool.ts';

/**
 * Revokes the open invitations that a person made and could not make in the role that is left, so that a removed person
 * cannot come back by one.
 */
export async function revokeInvitationsBy(
  tx: Queryable,
  { businessId, personId }: { readonly businessId: string; readonly personId: string },
  role?: BusinessRole,
): Promise<void> {
  await tx.query(
    `update business_invitations set ended = 'revoked', ended_at = now()
     where business_id = $1 and invited_by = $2 and ended is null
       and not coalesce($3 = 'owner' or $3 = 'admin' and role <> 'owner', false)`,
    [businessId, personId, role],
  );
}
