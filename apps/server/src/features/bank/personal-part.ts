import type { Pool } from '../../platform/database/pool.ts';
import type { PersonalPart } from '../identity/index.ts';

/**
 * A member's payment reference. The reference stays when the account is closed, so that later transfers are recognized.
 * A new holder of the address gets another reference, so that the earlier holder's transfers wait for an operator.
 */
export const personalReference = (pool: Pool): PersonalPart => ({
  name: 'payment_reference',
  read: async ({ id }) => {
    const { rows } = await pool.query<{ reference: string }>(
      'select reference from payment_references where user_id = $1',
      [id],
    );
    return rows[0]?.reference ?? null;
  },
  handOver: async (tx, { id }) => {
    await tx.query('delete from payment_references where user_id = $1', [id]);
  },
});
