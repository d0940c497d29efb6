import type { Pool } from '../../platform/database/pool.ts';
import { recordChange, type PersonalPart } from '../identity/index.ts';
import { recordBusinessAct } from './acts.ts';
import { businessesOf } from './business-store.ts';
import { mailRecentActs } from './mail-recent-acts.ts';
import { revokeInvitationsBy } from './revoke-invitations.ts';

/**
 * The businesses that a person acts for. Closing an account ends the roles at once. The only owner of an open business
 * must find another owner first.
 */
export const personalBusinesses = (pool: Pool): PersonalPart => ({
  name: 'businesses',
  read: ({ id }) => businessesOf(pool, id),
  underWay: async (tx, { id }) => {
    // Another owner may leave at the same moment.
    await tx.query(
      `select from businesses b
       where b.id in (select business_id from business_people where person_id = $1 and role = 'owner')
       order by b.id for update`,
      [id],
    );
    const { rows } = await tx.query<{ name: string }>(
      `select u.name from business_people p join people u on u.id = p.business_id
       where p.person_id = $1 and p.role = 'owner' and u.closed_at is null
         and not exists (select from business_people o join people q on q.id = o.person_id
                         where o.business_id = p.business_id and o.role = 'owner' and o.person_id <> $1
                           and q.disabled_at is null)
       limit 1`,
      [id],
    );
    return rows[0] && `You are the only owner of ${rows[0].name}. Make another person the owner first.`;
  },
  leave: async (tx, id) => {
    const { rows } = await tx.query<{ business_id: string }>(
      'delete from business_people where person_id = $1 returning business_id',
      [id],
    );
    for (const { business_id: businessId } of rows) {
      await revokeInvitationsBy(tx, { businessId, personId: id, by: id });
      await recordBusinessAct(tx, { businessId, personId: id, did: 'Left the business with the account' });
    }
  },
  /** A stranger may have invited accomplices. */
  review: async (tx, id) => {
    await mailRecentActs(tx, id);
    const { rows } = await tx.query<{ business_id: string }>(
      'select distinct business_id from business_invitations where invited_by = $1 and ended is null',
      [id],
    );
    for (const { business_id: businessId } of rows) {
      await revokeInvitationsBy(tx, { businessId, personId: id, by: id });
      await recordChange(tx, [businessId], 'account');
    }
  },
  /** Anyone can open an account with a foreign address, so invitations to an unconfirmed address stay. */
  forget: async (tx, { id, email, emailConfirmed }) => {
    if (!emailConfirmed) return;
    await tx.query(
      `update business_invitations set ended = 'revoked', ended_at = now()
       where email in (select email from addresses where user_id = $1 union select $2) and ended is null`,
      [id, email],
    );
  },
});
