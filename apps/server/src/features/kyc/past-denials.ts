import type { Queryable } from '../../platform/database/pool.ts';

/** The denied verifications, which outlive an account through its traces (features/traces). */
export const pastDenials = {
  async lastDenial(tx: Queryable, memberId: string): Promise<Date | null> {
    const { rows } = await tx.query<{ denied_at: Date | null }>(
      `select max(decided_at) as denied_at from kyc_decisions where user_id = $1 and outcome = 'denied'`,
      [memberId],
    );
    return rows[0]?.denied_at ?? null;
  },

  async recordDenial(tx: Queryable, memberId: string, deniedAt: Date): Promise<void> {
    await tx.query('insert into kyc_cases (user_id, round, submitted_at) values ($1, 1, $2)', [memberId, deniedAt]);
    await tx.query(
      `insert into kyc_decisions (user_id, round, outcome, reasons, decided_at) values ($1, 1, 'denied', null, $2)`,
      [memberId, deniedAt],
    );
  },
};
