import { amountOf, type Amount, type FiatCode } from '@florin/money';
import type { Queryable } from '../../platform/database/pool.ts';

/** The notices to a member about each deposit that was taken back, and about the end of the last receivable. */
export type ReceivableNews = {
  readonly id: string;
  readonly deposit: Amount<FiatCode>;
  readonly missing: Amount<FiatCode>;
  readonly at: Date;
} & ({ readonly step: 'taken' } | { readonly step: 'paid' | 'written_off'; readonly lifted: boolean });

type Row = {
  id: string;
  currency: FiatCode;
  amount: bigint;
  missing: bigint;
  taken_at: Date;
  ended_at: Date | null;
  ending: 'paid' | 'written_off' | null;
  lifted: boolean;
};

/** Returns the newest news of a member. */
export async function receivableNews(database: Queryable, memberId: string, limit: number): Promise<ReceivableNews[]> {
  const { rows } = await database.query<Row>({
    name: 'receivable-news',
    text: `select id, currency, amount, missing, taken_at, ended_at, ending, lifted
           from taken_deposits where user_id = $1 order by taken_at desc limit $2`,
    values: [memberId, limit],
  });
  return rows.flatMap((row) => {
    const [deposit, missing] = [amountOf(row.currency, row.amount), amountOf(row.currency, row.missing)];
    const about = { id: row.id, deposit, missing };
    const taken = { ...about, at: row.taken_at, step: 'taken' } as const;
    if (row.ended_at === null || row.ending === null) return [taken];
    return [taken, { ...about, at: row.ended_at, step: row.ending, lifted: row.lifted }];
  });
}
