import type { Changes } from '../../platform/database/keeping-loader.ts';
import type { Pool } from '../../platform/database/pool.ts';

type Row = { id: bigint; mark: string; member_id: string; now: Date };

/**
 * Asks whose account or session has changed since it last asked. The last change that it knows is asked for again: where
 * that is gone (a database that is another one since, or an hour in which nobody asked), anybody may have changed.
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

/** Keeps the changes of the last hour, and always the newest before it. */
export const oldChanges = `
  delete from identity_changes
  where id < (select max(id) from identity_changes where changed_at < now() - interval '1 hour')`;
