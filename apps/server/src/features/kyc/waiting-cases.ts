import type { Queryable } from '../../platform/database/pool.ts';
import { isUuid } from '../../platform/uuid.ts';

/** More than this are listed once those before them are done. */
const mostListed = 200;

/** Submitted, left to a person by the automatic check, and not decided; of accounts that can still be read. */
const waiting = `
  from kyc_cases c join people u on u.id = c.user_id and u.closed_at is null
    and (u.kyc_level < 2 or c.submitted_at > c.new_name_at)
  where c.round > 0 and c.next_check_at is null
    and not exists (select from kyc_decisions d where d.user_id = c.user_id and d.round = c.round)`;

/** The ids of the members whose cases wait for a person, oldest first; without the operator's own. */
export async function waitingCases(database: Queryable, operatorId: string | null): Promise<string[]> {
  const { rows } = await database.query<{ id: string }>(
    `select c.user_id as id ${waiting} and c.user_id is distinct from $1::uuid order by c.submitted_at, c.user_id limit $2`,
    [operatorId, mostListed],
  );
  return rows.map(({ id }) => id);
}

/** How many wait for a person, and since when the first of them. */
export async function countWaitingCases(database: Queryable): Promise<{ count: number; oldest: Date | null }> {
  const { rows } = await database.query<{ count: number; oldest: Date | null }>(
    `select count(*)::int as count, min(c.submitted_at) as oldest ${waiting}`,
  );
  return rows[0] ?? { count: 0, oldest: null };
}

/**
 * Locks the case of that member, if there is one that this operator may look at. The database compares the ids: the same
 * one can be written in several ways. An account that is closed while this waits for its case is still found here.
 */
export async function isAnybodysCase(tx: Queryable, id: string, operatorId: string | null): Promise<boolean> {
  if (!isUuid(id)) return false;
  const { rowCount } = await tx.query(
    `select 1 from kyc_cases c join people u on u.id = c.user_id and u.closed_at is null
     where c.user_id = $1 and c.user_id is distinct from $2::uuid for update of c`,
    [id, operatorId],
  );
  return rowCount === 1;
}
