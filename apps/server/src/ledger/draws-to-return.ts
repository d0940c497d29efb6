import type { Pool } from '../platform/database/pool.ts';
import type { Draw } from './entry.ts';
import { limitAsset } from './post-batch.ts';

/**
 * What gives back to the same periods what an entry drew from its owner's allowances. The limits stay as they are: what
 * gives back is accepted under any.
 */
export function drawReader(pool: Pool): (entryId: bigint) => Promise<Draw[]> {
  return async (entryId) => {
    const { rows } = await pool.query<Draw>({
      name: 'draws-to-return',
      text: `select a.owner, a.kind, a.slot, p.amount as units, -a.floor as limit
             from ledger.postings p join ledger.accounts a on a.id = p.account_id
             where p.entry_id = $1 and p.asset = $2
             order by a.id`,
      values: [entryId, limitAsset],
    });
    return rows;
  };
}
