import type { Queryable } from '../../platform/database/pool.ts';
import type { WaitingFilter, WalletSpan } from './page-filter.ts';
import type { LineFilter } from './store.ts';
import { askedWaiting, filterValues } from './waiting-store.ts';

type Asked = {
  readonly owner: string;
  readonly spans: readonly WalletSpan[];
  readonly filter: LineFilter;
  readonly waiting: WaitingFilter;
};

/**
 * Counts the matching lines in one statement, so all counts are of the same moment. Postings are numbered without gaps,
 * so a count without a type needs only the numbers, however long the history.
 */
export async function countLines(database: Queryable, { owner, spans, filter, waiting }: Asked): Promise<number> {
  const { rows } = await database.query<{ total: bigint }>({
    name: filter ? 'history-count-filtered' : 'history-count',
    text: `
      select (${filter ? countOfKinds : countOfAll})::bigint + (${countOfWaiting})::bigint as total`,
    values: [
      spans.map(({ account }) => account),
      spans.map(({ after }) => after),
      spans.map(({ upTo }) => upTo),
      owner,
      ...filterValues(waiting),
      ...(filter ? [filter.debitKinds, filter.creditKinds] : []),
    ],
  });
  return Number(rows[0]?.total ?? 0n);
}

const wallets = `unnest($1::bigint[], $2::bigint[], $3::bigint[]) wallet (account, after, up_to)`;

const countOfAll = `
  select coalesce(sum(greatest(0, least(a.seq, wallet.up_to) - wallet.after)), 0) - (
    select count(*) from ${wallets} join member_books.moves m on m.account_id = wallet.account and m.seq > wallet.after and m.seq <= wallet.up_to
  )
  from ${wallets} join member_books.accounts a on a.id = wallet.account`;

const countOfKinds = `
  select count(*) from ${wallets}
  join member_books.postings p on p.account_id = wallet.account and p.seq > wallet.after and p.seq <= wallet.up_to
  join member_books.entries e on e.id = p.entry_id
  where p.amount < 0 and e.kind = any ($11) or p.amount > 0 and e.kind = any ($12)`;

/** The same lines as `newestWaiting`. */
const countOfWaiting = `
  select count(*) from member_books.accounts a
  join member_books.holds h on h.account_id = a.id
  join member_books.entries e on e.id = h.id
  left join member_books.entries d on d.id = h.ended_by
  where a.owner = $4 and (a.kind = 'wallet' and h.ending is distinct from 'posted' or a.kind = 'incoming')
    and ${askedWaiting(5)}`;
