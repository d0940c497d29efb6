import type { Queryable } from '../../platform/database/pool.ts';
import { recordBusinessAct } from '../businesses/index.ts';
import { recordChange, type PersonalPart } from '../identity/index.ts';

/**
 * A business that closes withdraws its open proposals. One with reserved money keeps the account open. Proposals stay as
 * the record of who approved which payment. A password reset by mail takes back a person's approvals of what is still open.
 */
export const closedProposals: PersonalPart = {
  name: 'proposals of a business',
  review: takeBackApprovals,
  leave: async (tx, businessId) => {
    await tx.query(
      `update approvals set state = 'withdrawn', reason = 'The business was closed.', ended_at = now(), settled_at = now()
       where business_id = $1 and state = 'proposed'`,
      [businessId],
    );
  },
};

/** A stranger may have approved with the password. A proposal without the approval needs another one. */
async function takeBackApprovals(tx: Queryable, personId: string): Promise<void> {
  const { rows: open } = await tx.query<{ id: string }>(
    `select id from approvals
     where state = 'proposed' and business_id in (select business_id from business_roles where person_id = $1)
     order by id for update`,
    [personId],
  );
  const { rows } = await tx.query<{ business_id: string; title: string }>(
    `delete from approvals_given g using approvals a
     where g.person_id = $1 and g.approval_id = any ($2) and a.id = g.approval_id and a.state = 'proposed'
     returning a.business_id, a.shown ->> 'title' as title`,
    [personId, open.map(({ id }) => id)],
  );
  for (const { business_id: businessId, title: about } of rows)
    await recordBusinessAct(tx, { businessId, personId: null, did: 'An approval was taken back', about });
  await recordChange(tx, [...new Set(rows.map((row) => row.business_id))], 'account');
}
