import type { Queryable } from '../../platform/database/pool.ts';
import { isUuid } from '../../platform/uuid.ts';

/** The maximum number of cases in the review list. */
const maxListed = 200;

/** Cases in manual review without a decision, of open accounts. */
const waiting = `
  from kyc_cases c join people u on u.id = c.user_id and u.closed_at is null
    and (u.kyc_level < 2 or c.submitted_at > c.new_name_at)
  where c.round > 0 and c.next_check_at is null
    and not exists (select from kyc_decisions d where d.user_id = c.user_id and d.round = c.round)`;

/** Returns the ids of the members whose cases are in manual review, oldest first, without the operator's own case. */
export async function waitingCases(database: Queryable, operatorId: string | null): Promise<string[]> {
  const { rows } = await database.query<{ id: string }>(
    `select c.user_id as id ${waiting} and c.user_id is distinct from $1::uuid order by c.submitted_at, c.user_id limit $2`,
    [operatorId, maxListed],
  );
  return rows.map(({ id }) => id);
}

/** Returns the number of cases in manual review and the time of the oldest submission. */
export async function countWaitingCases(database: Queryable): Promise<{ count: number; oldest: Date | null }> {
  const { rows } = await database.query<{ count: number; oldest: Date | null }>(
    `select count(*)::int as count, min(c.submitted_at) as oldest ${waiting}`,
  );
  return rows[0] ?? { count: 0, oldest: null };
}

/**
 * Locks a member's case and returns whether the operator may review it. The database compares the ids, because one id
 * can be written in several ways. A case can appear here while its account is being closed.
 */
export async function lockReviewableCase(tx: Queryable, id: string, operatorId: string | null): Promise<boolean> {
  if (!isUuid(id)) return false;
  const { rowCount } = await tx.query(
    `select 1 from kyc_cases c join people u on u.id = c.user_id and u.closed_at is null
     where c.user_id = $1 and c.user_id is distinct from $2::uuid for update of c`,
    [id, operatorId],
  );
  return rowCount === 1;
}
