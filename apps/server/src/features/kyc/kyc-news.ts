import type { Queryable } from '../../platform/database/pool.ts';

/** A decision about a member's verification, as shown in the notifications. */
export type KycNews = {
  readonly round: number;
  readonly outcome: 'verified' | 'needs_more' | 'denied';
  readonly at: Date;
};

/** Returns the member's decisions, newest first. */
export async function kycNews(database: Queryable, memberId: string, limit: number): Promise<KycNews[]> {
  const { rows } = await database.query<KycNews>({
    name: 'kyc-news',
    text: `select round, outcome, decided_at as at from kyc_decisions
           where user_id = $1 order by round desc limit $2`,
    values: [memberId, limit],
  });
  return rows;
}
