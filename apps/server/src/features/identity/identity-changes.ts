import type { Changes } from '../../platform/database/loader-cache.ts';
import type { Pool } from '../../platform/database/pool.ts';

type Row = { id: bigint; mark: string; member_id: string; now: Date };

/**
 * Returns a function that lists the members whose account or session changed since the last call. It asks for the last
 * known change again. If that change is missing, every member may have changed. This happens after a failover, or if a
 * node did not ask for an hour.
 */
export function identityChanges(pool: Pool): () => Promise<Changes> {
  let last: Pick<Row, 'id' | 'mark'> | undefined;
  return async () => {
    const { rows } = await pool.query<Row>({
      name: 'identity-changes',
      text: 'select id, mark, member_id, now() as now from identity_changes where id >= $1 order by id',
      values: [last?.id ?? 0n],
    });
    const [first, ...since] = rows;
    const isKnown = first !== undefined && first.id === last?.id && first.mark === last.mark;
    last = rows.at(-1);
    return {
      owners: isKnown ? new Set(since.map((row) => row.member_id)) : 'everybody',
      now: first?.now ?? new Date(),
    };
  };
}

/** Deletes changes older than an hour, except the newest of them. */
export const oldChanges = `
  delete from identity_changes
  where id < (select max(id) from identity_changes where changed_at < now() - interval '1 hour')`;
