import type { Pool, Queryable } from '../../platform/database/pool.ts';
import { withdrawAfterReset } from './decide-proposal.ts';

/**
 * Exports the proposals about a member without the operators' reasons. Forgetting a member keeps the rows, deletes the
 * reasons and ends open proposals, which operators can propose again. A password reset by mail withdraws the member's
 * proposals as an operator.
 */
export const personalProposals = (pool: Pool) => ({
  name: 'operator_proposals',
  read: async ({ id }: { readonly id: string }) => {
    const { rows } = await pool.query<Record<string, unknown>>(
      `select kind, state, proposed_at, decided_at from operator_proposals
       where member_id = $1 order by proposed_at`,
      [id],
    );
    return rows;
  },
  review: withdrawAfterReset,
  forget: async (tx: Queryable, { id }: { readonly id: string }) => {
    await tx.query(
      `update operator_proposals
       set reason = '', decision_reason = null, parameters = parameters - 'told',
           state = case state when 'proposed' then 'expired' else state end, decided_at = coalesce(decided_at, now())
       where member_id = $1`,
      [id],
    );
  },
});
