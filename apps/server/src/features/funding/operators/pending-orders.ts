import type { BankOrder as BankOrderView } from '@florin/contract';
import { add, amountOf, usdEquivalentFloor, zero, type Amount, type FiatCode } from '@florin/money';
import { moneyFields } from '../../../platform/http/json-number.ts';
import type { Queryable } from '../../../platform/database/pool.ts';
import { holdOfId, idOfHold } from '../../activity/index.ts';
import { openProposalsAbout, openProposalView, type OpenProposal } from '../../proposals/index.ts';
import { bankDepositStartedKind } from '../bank-deposit.ts';
import { orderColumns, orderKinds, orderOf, orderTables, type BankOrder, type OrderRow } from '../bank-order-store.ts';
import { heldMembers, pathsOf, whyNotByHand } from './by-file.ts';

/** More than operators handle in a day. The oldest orders come first. */
const maxListed = 500;

type Row = OrderRow & {
  name: string;
  email: string;
  new_account: boolean;
  new_bank_account: boolean;
  new_password: boolean;
  new_device: boolean;
};

/**
 * Returns open bank orders, oldest first, with warning signs. `reader` is the operator who reads the list, if known.
 */
export async function listPendingOrders(database: Queryable, reader?: string): Promise<BankOrderView[]> {
  const { rows } = await database.query<Row>(
    `select ${orderColumns}, u.name, u.email,
            u.created_at > now() - interval '7 days' as new_account,
            m.created_at > now() - interval '1 day' as new_bank_account,
            u.password_changed_at > greatest(now() - interval '1 day', u.created_at + interval '1 minute') as new_password,
            exists (select from member_sessions s
                    where s.user_id = u.id and s.new_device and s.created_at > now() - interval '1 day') as new_device
     from ${orderTables} join people u on u.id = a.owner
     where h.ended_by is null and h.expires_at is null and e.kind = any ($1)
     order by h.id limit $2`,
    [orderKinds, maxListed],
  );
  const ids = rows.map(({ hold }) => idOfHold(hold));
  const orders = rows.map(orderOf);
  const [proposals, paths, held] = await Promise.all([
    openProposalsAbout(database, ids),
    pathsOf(database, orders),
    heldMembers(database, [...new Set(orders.map(({ userId }) => userId))]),
  ]);
  const reasonsOf = ({ hold, owner, by_file: byFile }: Row): Reasons => {
    if (owner === reader) return { notSettleable: ownOrder, notReturnable: ownOrder };
    const path = paths.get(hold);
    return path ? whyNotByHand({ byFile, path, held: held.get(owner) }) : { notSettleable: null, notReturnable: null };
  };
  return rows.map((row) => orderView(row, reader, proposals.get(idOfHold(row.hold)), reasonsOf(row)));
}

type Reasons = ReturnType<typeof whyNotByHand>;

function orderView(
  row: Row,
  reader: string | undefined,
  proposal: OpenProposal | undefined,
  { notSettleable, notReturnable }: Reasons,
): BankOrderView {
  const { hold, direction, userId, amount, label, startedAt } = orderOf(row);
  return {
    id: idOfHold(hold),
    kind: direction === 'in' ? 'deposit' : 'withdrawal',
    user_id: userId,
    name: row.name,
    email: row.email,
    method: label,
    ...moneyFields('amount', amount),
    currency: amount.asset,
    asked_at: startedAt.toISOString(),
    signs: [...(userId === reader ? ['Your own'] : []), ...signsOf(row)],
    not_settleable: notSettleable,
    not_returnable: notReturnable,
    proposal: openProposalView(proposal, reader),
  };
}

export const ownOrder = 'This is your own order. Another operator must decide it.';

const signsOf = (row: Row): string[] => [
  ...(row.new_account ? ['New account'] : []),
  ...(row.new_bank_account ? ['New bank account'] : []),
  ...(row.new_password ? ['New password'] : []),
  ...(row.new_device ? ['New device'] : []),
];

/** Returns the number of open bank orders and their withdrawn total. */
export async function pendingOrderTotals(
  database: Queryable,
): Promise<{ withdrawals: number; deposits: number; withdrawn: Amount<'USD'> }> {
  const { rows } = await database.query<{ kind: string; asset: FiatCode; orders: number; units: bigint }>(
    `select e.kind, a.asset, count(*)::int as orders, sum(h.amount) as units from ${orderTables}
     where h.ended_by is null and h.expires_at is null and e.kind = any ($1)
     group by e.kind, a.asset`,
    [orderKinds],
  );
  const [deposits, withdrawals] = [true, false].map((isIn) =>
    rows.filter(({ kind }) => (kind === bankDepositStartedKind) === isIn),
  );
  const count = (of: typeof rows = []) => of.reduce((sum, { orders }) => sum + orders, 0);
  return {
    withdrawals: count(withdrawals),
    deposits: count(deposits),
    withdrawn: (withdrawals ?? [])
      .map(({ asset, units }) => usdEquivalentFloor(amountOf(asset, units)))
      .reduce(add, zero('USD')),
  };
}

/** `endedBy` is the key of the operator's command that ended the order; undefined if something else ended it. */
type FoundOrder = { readonly order: BankOrder; readonly open: boolean; readonly endedBy: string | undefined };

/**
 * Returns an order by its transaction id, and whether the order is open. Returns undefined if the id names no bank
 * order.
 */
export async function findBankOrder(database: Queryable, id: string): Promise<FoundOrder | undefined> {
  const hold = holdOfId(id);
  if (hold === undefined) return undefined;
  const { rows } = await database.query<OrderRow & { open: boolean; ended_by: string | null }>(
    `select ${orderColumns}, h.ended_by is null as open,
            (select ending.metadata ->> 'command' from books.entries ending where ending.id = h.ended_by) as ended_by
     from ${orderTables} where h.id = $1 and e.kind = any ($2)`,
    [hold, orderKinds],
  );
  return rows[0] && { order: orderOf(rows[0]), open: rows[0].open, endedBy: rows[0].ended_by ?? undefined };
}
