import type { Pool } from '../../platform/database/pool.ts';
import type { PersonalPart } from '../identity/index.ts';

/**
 * Prices that a member was given within the last day. What was done at one stands in the books, and needs none of these.
 * Nothing finds them by their member: whoever leaves or asks has all of a day's quotes read through, which is rare.
 */
export const personalQuotes = (pool: Pool): PersonalPart => ({
  name: 'quotes',
  read: async ({ id }) => {
    const { rows } = await pool.query<Record<string, unknown>>(
      'select id, kind, details, created_at, expires_at from quotes where user_id = $1 order by created_at',
      [id],
    );
    return rows;
  },
  forget: async (tx, { id }) => {
    await tx.query('delete from quotes where user_id = $1', [id]);
  },
});
