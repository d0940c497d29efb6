import type { Pool } from '../../platform/database/pool.ts';
import type { PersonalPart } from '../identity/index.ts';

/**
 * A member's quotes of the last day. Finished trades do not need these quotes. The table has no index by member,
 * because exports and closings are rare and read one day's quotes.
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
