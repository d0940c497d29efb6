import type { Queryable } from '../../platform/database/pool.ts';
import type { LineFilter } from './store.ts';
import type { WaitingKind } from './waiting-store.ts';

type Asked = {
  readonly owner: string;
  readonly wallets: readonly bigint[];
  readonly filter: LineFilter;
  readonly kinds: ReadonlyMap<string, WaitingKind>;
};

/**
 * How many lines a history has, in one statement: as of one moment. Postings of an account are numbered without a gap, so
 * that without a filter the last number of each wallet is their count, however long the history.
 */
export async function countLines(database: Queryable, { owner, wallets, filter, kinds }: Asked): Promise<number> {
  const { rows } = await database.query<{ total: bigint }>({
    name: filter ? 'history-count-filtered' : 'history-count',
    text: `
      select (${filter ? countOfKinds : countOfAll})::bigint + (${countOfWaiting})::bigint as total`,
    values: [
      wallets,
      owner,
      [...kinds.keys()],
      [...kinds.values()].flatMap(({ waits }) => Object.keys(waits.notThrough)),
      ...(filter ? [filter.debitKinds, filter.creditKinds] : []),
    ],
  });
  return Number(rows[0]?.total ?? 0n);
}

const countOfAll = `select coalesce(sum(seq), 0) from ledger.accounts where id = any ($1::bigint[])`;

const countOfKinds = `
  select count(*) from ledger.postings p join ledger.journal_entries e on e.id = p.entry_id
  where p.account_id = any ($1::bigint[]) and (p.amount < 0 and e.kind = any ($5) or p.amount > 0 and e.kind = any ($6))`;

/** As `newestWaiting` finds them. */
const countOfWaiting = `
  select count(*) from ledger.accounts a
  join ledger.holds h on h.account_id = a.id
  join ledger.journal_entries e on e.id = h.id
  left join ledger.journal_entries d on d.id = h.ended_by
  where a.owner = $2 and (a.kind = 'wallet' and h.ending is distinct from 'posted' or a.kind = 'incoming')
    and e.kind = any ($3) and (h.ended_by is null or d.kind = any ($4))`;
