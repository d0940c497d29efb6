import type { Queryable } from '../../../platform/database/pool.ts';
import { holdOfId } from '../../activity/index.ts';

/**
 * Returns the entry of the journal behind a transaction's id: the entry that posted the transaction, or the entry that
 * reserved its money.
 */
export async function entryOfLine(books: Queryable, id: string): Promise<bigint | undefined> {
  const hold = holdOfId(id);
  if (hold !== undefined) {
    const { rows } = await books.query<{ entry: bigint }>(
      `select case when ending = 'posted' then ended_by else id end as entry from member_books.holds where id = $1`,
      [hold],
    );
    return rows[0]?.entry;
  }
  const [, account, seq] = /^(\d{1,18})-(\d{1,18})$/.exec(id) ?? [];
  const { rows } = await books.query<{ entry: bigint }>(
    'select entry_id as entry from member_books.postings where account_id = $1 and seq = $2',
    [account ?? null, seq ?? null],
  );
  return rows[0]?.entry;
}
