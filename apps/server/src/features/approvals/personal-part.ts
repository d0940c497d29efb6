import type { Queryable } from '../../platform/database/pool.ts';
import { recordBusinessAct } from '../businesses/index.ts';
import { recordChange, type PersonalPart } from '../identity/index.ts';
import { counts } from './approval-store.ts';

/**
 * A business that closes withdraws its open proposals. A proposal with reserved money keeps the account open. Proposals
 * stay as the record of who approved which payment. A password reset by mail ends the person's proposals, and takes
 * back the person's approvals of open proposals, also in businesses that the person left.
 */
export const ownProposals: PersonalPart = {
  name: 'proposals of a business',
  review: takeBack,
  leave: async (tx, businessId) => {
    await tx.query(
      `update approvals set state = 'withdrawn', reason = 'The business was closed.', ended_at = now(), settled_at = now()
       where business_id = $1 and state = 'proposed'`,
      [businessId],
    );
  },
};

/**
 * Withdraws the person's open proposals and takes back the person's approvals, because a stranger may have used the
 * password. A job releases the reserved money later. A proposal that loses an approval needs a new approval. Current
 * roles do not matter, because a person who left can come back.
 */
async function takeBack(tx: Queryable, personId: string): Promise<void> {
  const ids = await lockOpenOf(tx, personId);
  const approvals = await tx.query<Ended>(
    `delete from approvals_given g using approvals a
     where g.person_id = $1 and g.approval_id = any ($2) and a.id = g.approval_id and a.state = 'proposed'
     returning a.business_id, a.shown ->> 'title' as title`,
    [personId, ids],
  );
  // Includes a proposal whose money the ledger is about to reserve.
  const proposals = await tx.query<Ended & { counts: boolean }>(
    `update approvals a set state = 'withdrawn', reason = $3, ended_at = now()
     where a.proposed_by = $1 and a.id = any ($2) and a.state = 'proposed'
     returning a.business_id, a.shown ->> 'title' as title, ${counts} as counts`,
    [personId, ids, 'The password of the person who proposed it was reset by email.'],
  );
  await record(tx, 'An approval was taken back', approvals.rows);
  await record(
    tx,
    'A proposal was withdrawn',
    proposals.rows.filter((row) => row.counts),
  );
}

/**
 * Locks the open proposals that the person made or approved. The caller has locked the person's row, so the person adds
 * no more.
 */
async function lockOpenOf(tx: Queryable, personId: string): Promise<string[]> {
  const { rows } = await tx.query<{ id: string }>(
    `select a.id from approvals a
     where a.state = 'proposed' and a.settled_at is null
       and (a.proposed_by = $1
            or exists (select from approvals_given g where g.approval_id = a.id and g.person_id = $1))
     order by a.id for update`,
    [personId],
  );
  return rows.map(({ id }) => id);
}

type Ended = { readonly business_id: string; readonly title: string };

async function record(tx: Queryable, did: string, ended: readonly Ended[]): Promise<void> {
  for (const { business_id: businessId, title: about } of ended)
    await recordBusinessAct(tx, { businessId, personId: null, did, about });
  await recordChange(tx, [...new Set(ended.map((row) => row.business_id))], 'account');
}
