import type { BankDesk } from '@florin/contract';
import { amountOf, toDecimal, type FiatCode } from '@florin/money';
import type { Pool } from '../../../platform/database/pool.ts';
import { cardReturned } from '../../funding/index.ts';
import { openProposalsOn, openProposalView } from '../../proposals/index.ts';
import { heldNames, memberSubject } from '../../screening/index.ts';
import { countUnallocated } from '../watch-client-money.ts';
import { unownedSubject } from './line-subject.ts';

const maxItems = 200;

type Found = { readonly entry_id: bigint; readonly at: Date; readonly currency: FiatCode; readonly amount: bigint };

type Entry = {
  readonly id: bigint;
  readonly kind: string;
  readonly member: { readonly id: string; readonly name: string; readonly email: string } | null;
};

/** Returns unallocated money without a statement line, newest first, at most 200 items, and the number of all items. */
export async function unownedMoney(
  pool: Pool,
  readerId: string,
): Promise<Pick<BankDesk, 'without_line' | 'without_line_total'>> {
  const [{ rows: found }, total] = await Promise.all([
    pool.query<Found>(
      'select entry_id, at, currency, amount from unowned_money where not credited order by at desc, entry_id desc limit $1',
      [maxItems],
    ),
    countUnowned(pool),
  ]);
  const ids = found.map(({ entry_id }) => entry_id);
  const [entries, proposals] = await Promise.all([
    entriesOf(pool, ids),
    openProposalsOn(pool, ids.map(unownedSubject)),
  ]);
  const members = [...entries.values()].flatMap(({ member }) => member ?? []);
  const listed = await heldNames(
    pool,
    members.map(({ id }) => memberSubject(id)),
  );
  return {
    without_line: found.map(({ entry_id: id, at, currency, amount }) => {
      const { kind, member = null } = entries.get(id) ?? {};
      return {
        id: String(id),
        at: at.toISOString(),
        source: kind === cardReturned.kind ? 'card' : 'transfer',
        amount_exact: toDecimal(amountOf(currency, amount)),
        currency,
        member,
        on_list: member !== null && listed.has(memberSubject(member.id)),
        proposal: openProposalView(proposals.get(unownedSubject(id)), readerId),
      };
    }),
    without_line_total: total,
  };
}

async function countUnowned(pool: Pool): Promise<number> {
  const { rows } = await pool.query<{ total: number }>(
    'select count(*)::int as total from unowned_money where not credited',
  );
  return rows[0]?.total ?? 0;
}

/** Returns the number of statement lines and of other unallocated amounts that wait for an operator. */
export async function countUnallocatedMoney(pool: Pool): Promise<number> {
  const [lines, others] = await Promise.all([countUnallocated(pool), countUnowned(pool)]);
  return lines + others;
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
