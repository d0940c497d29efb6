import type { PersonalPart } from '../identity/index.ts';

/**
 * A business that closes withdraws its open proposals. One with reserved money keeps the account open. Proposals stay as
 * the record of who approved which payment.
 */
export const closedProposals: PersonalPart = {
  name: 'proposals of a business',
  leave: async (tx, businessId) => {
    await tx.query(
      `update approvals set state = 'withdrawn', reason = 'The business was closed.', ended_at = now(), settled_at = now()
       where business_id = $1 and state = 'proposed'`,
      [businessId],
    );
  },
};
