import type { Pool } from '../../platform/database/pool.ts';
import type { PersonalPart } from '../identity/index.ts';

/** The moves of a member's test clock. The moves stay with a closed account and say nothing about a person. */
export const personalClock = (pool: Pool): PersonalPart => ({
  name: 'test_clock',
  read: async ({ id }) => {
    const { rows } = await pool.query<{ moved_at: Date; seconds: bigint }>(
      'select moved_at, seconds from test_clock_moves where account_id = $1 order by moved_at',
      [id],
    );
    return rows.map(({ moved_at: at, seconds }) => ({ moved_at: at.toISOString(), seconds: Number(seconds) }));
  },
});
