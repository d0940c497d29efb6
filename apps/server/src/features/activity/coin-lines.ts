import type { Queryable } from '../../platform/database/pool.ts';
import { isNoMove, lineColumns, lineOf, type LineFilter, type LineRow, type StoredLine } from './store.ts';

/** A line with its trade's number on the coin's wallet. Pages continue by this number. */
type CoinLine = { readonly line: StoredLine; readonly coinSeq: bigint };

type Asked = {
  readonly owner: string;
  readonly coin: string;
  /** The owner's fiat wallets, to which the lines belong. */
  readonly wallets: readonly bigint[];
  readonly since: Date | undefined;
  readonly until: Date | undefined;
  readonly filter: LineFilter;
  /** The highest number on the coin's wallet to read. */
  readonly from: bigint;
  readonly limit: number;
};

/**
 * Returns the newest lines with trades of one coin. Reads only the postings of the coin's wallet, so other transactions
 * cost nothing. Each line is the money's posting in the trade's entry.
 */
export async function newestCoinLines(
  database: Queryable,
  { owner, coin, wallets, since, until, filter, from, limit }: Asked,
): Promise<CoinLine[]> {
  const { rows } = await database.query<LineRow & { coin_seq: bigint }>({
    name: filter ? 'history-of-coin-filtered' : 'history-of-coin',
    text: `
      select ${lineColumns}, trade.seq as coin_seq
      from (
        select c.seq, c.entry_id, sign(c.amount) as side
        from member_books.postings c join member_books.entries e on e.id = c.entry_id
        where c.account_id = (
            select id from member_books.accounts where owner = $1 and kind = 'wallet' and asset = $2 and slot = '')
          and c.seq <= $4 and ${isNoMove}
          and ($6::timestamptz is null or e.recorded_at >= $6) and ($7::timestamptz is null or e.recorded_at < $7)
          ${filter ? 'and (c.amount > 0 and e.kind = any ($8) or c.amount < 0 and e.kind = any ($9))' : ''}
        order by c.seq desc limit $5
      ) trade
      cross join lateral (
        select * from member_books.postings
        where entry_id = trade.entry_id and account_id = any ($3) and sign(amount) = -trade.side
      ) p
      join member_books.entries e on e.id = p.entry_id
      order by trade.seq desc`,
    values: [
      owner,
      coin,
      wallets,
      from,
      limit,
      since,
      until,
      ...(filter ? [filter.debitKinds, filter.creditKinds] : []),
    ],
  });
  return rows.map((row) => ({ line: lineOf(row), coinSeq: row.coin_seq }));
}
