import type { BankDesk } from '@florin/contract';
import { amountOf, toDecimal, type FiatCode } from '@florin/money';
import type { Pool } from '../../../platform/database/pool.ts';
import { cardReturned } from '../../funding/index.ts';

const maxItems = 200;

type Found = { readonly entry_id: bigint; readonly at: Date; readonly currency: FiatCode; readonly amount: bigint };

type Entry = {
  readonly id: bigint;
  readonly kind: string;
  readonly member: { readonly id: string; readonly name: string; readonly email: string } | null;
};

/** Returns unallocated money that came by no statement line, newest first, at most 200, and how many items there are. */
export async function unownedMoney(pool: Pool): Promise<Pick<BankDesk, 'without_line' | 'without_line_total'>> {
  const [{ rows: found }, total] = await Promise.all([
    pool.query<Found>(
      'select entry_id, at, currency, amount from unowned_money order by at desc, entry_id desc limit $1',
      [maxItems],
    ),
    countUnowned(pool),
  ]);
  const entries = await entriesOf(
    pool,
    found.map(({ entry_id }) => entry_id),
  );
  return {
    without_line: found.map(({ entry_id: id, at, currency, amount }) => {
      const entry = entries.get(id);
      return {
        id: String(id),
        at: at.toISOString(),
        source: entry?.kind === cardReturned.kind ? 'card' : 'transfer',
        amount_exact: toDecimal(amountOf(currency, amount)),
        currency,
        member: entry?.member ?? null,
      };
    }),
    without_line_total: total,
  };
}

async function countUnowned(pool: Pool): Promise<number> {
  const { rows } = await pool.query<{ total: number }>('select count(*)::int as total from unowned_money');
  return rows[0]?.total ?? 0;
}

async function entriesOf(pool: Pool, ids: readonly bigint[]): Promise<ReadonlyMap<bigint, Entry>> {
  const { rows } = await pool.query<Entry>(
    `select e.id, e.kind,
            case when m.id is not null then jsonb_build_object('id', m.id, 'name', m.name, 'email', m.email) end as member
     from books.entries e left join people m on m.id = e.actor where e.id = any ($1)`,
    [ids],
  );
  return new Map(rows.map((row) => [row.id, row]));
}
