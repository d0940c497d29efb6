import type { Pool } from '../platform/database/pool.ts';
import type { Draw } from './entry.ts';
import { limitAsset } from './post-batch.ts';
import { ever } from './usage.ts';

/**
 * What gives back to the same periods what an entry drew from its owner's allowances. The limits stay as they are: what
 * gives back is accepted under any. To an allowance that never ends it is given back by the day of the draw, on an
 * account of its own, so that it counts for that day and its month and for no other.
 */
export function drawReader(pool: Pool): (entryId: bigint) => Promise<Draw[]> {
  return async (entryId) => {
    const { rows } = await pool.query<Draw>({
      name: 'draws-to-return',
      text: `select a.owner, p.amount as units,
                    case when a.slot = $3 then a.kind || '-returned' else a.kind end as kind,
                    case when a.slot = $3 then p.recorded_on::text else a.slot end as slot,
                    case when a.slot = $3 then 0 else -a.floor end as limit
             from books.postings p join books.accounts a on a.id = p.account_id
             where p.entry_id = $1 and p.asset = $2
             order by a.id`,
      values: [entryId, limitAsset, ever],
    });
    return rows;
  };
}
