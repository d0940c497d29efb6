import type { Pool } from '../platform/database/pool.ts';
import type { Draw } from './entry.ts';
import { limitAsset } from './post-batch.ts';
import { ever } from './usage.ts';

/**
 * Returns a reader for the draws that give an entry's allowances back to the same periods. The draws keep the limits
 * unchanged: the ledger accepts a return under any limit. A return to an allowance that never ends goes to a separate
 * account for the day of the draw. The return counts only for that day and its month.
 */
export function drawReader(pool: Pool): (entryId: bigint) => Promise<Draw[]> {
  return async (entryId) => {
    const { rows } = await pool.query<Draw>({
      name: 'draws-to-return',
      text: `select a.owner, p.amount as units,
                    case when a.slot = $3 then a.kind || '-returned' else a.kind end as kind,
                    case when a.slot = $3 then p.recorded_on::text else a.slot end as slot,
                    case when a.slot = $3 then 0 else -a.floor end as limit
             from own_books.postings p join own_books.accounts a on a.id = p.account_id
             where p.entry_id = $1 and p.asset = $2
             order by a.id`,
      values: [entryId, limitAsset, ever],
    });
    return rows;
  };
}
