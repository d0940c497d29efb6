import type { Queryable } from '../../platform/database/pool.ts';
import { noteChange } from '../../platform/member-changes.ts';

/** A member has another address: what they were asked for goes with them, and whoever has the old one later sees none of it. */
export async function followAddress(
  tx: Queryable,
  { memberId, from, to }: { readonly memberId: string; readonly from: string; readonly to: string },
): Promise<void> {
  await tx.query('update payment_requests set recipient_email = $2 where recipient_email = $1', [from, to]);
  await noteChange(tx, [memberId], 'requests');
}
