import { amountOf, type Amount, type FiatCode } from '@florin/money';
import type { Queryable } from '../../platform/database/pool.ts';
import { bankDepositStartedKind } from './bank-deposit.ts';
import { withdrawalStartedKind } from './withdrawal.ts';

/** A pending withdrawal or bank deposit: an open hold with the data of its entry and bank account. */
export type BankOrder = {
  readonly hold: bigint;
  /** The command's key. The bank uses it as the reference. */
  readonly key: string;
  readonly direction: 'in' | 'out';
  readonly userId: string;
  readonly amount: Amount<FiatCode>;
  readonly startedAt: Date;
  readonly railToken: string;
  /** `Sandbox Bank •••• 6789` */
  readonly label: string;
  readonly methodId: string;
  /** True if it is paid by file, because its bank account was named by its number. */
  readonly byFile: boolean;
};

export type OrderRow = {
  hold: bigint;
  key: string;
  kind: string;
  owner: string;
  asset: FiatCode;
  amount: bigint;
  recorded_at: Date;
  rail_token: string;
  label: string;
  method_id: string;
  by_file: boolean;
};

export const orderColumns = `h.id as hold, e.key, e.kind, a.owner, a.asset, h.amount, e.recorded_at,
                  m.rail_token, e.metadata ->> 'method' as label, m.id as method_id,
                  m.account_details is not null as by_file`;
export const orderTables = `books.holds h
           join books.entries e on e.id = h.id
           join books.accounts a on a.id = h.account_id
           join payment_methods m on m.id = (e.metadata ->> 'method_id')::uuid`;
export const orderKinds = [bankDepositStartedKind, withdrawalStartedKind] as const;

export const orderOf = (row: OrderRow): BankOrder => ({
  hold: row.hold,
  key: row.key,
  direction: row.kind === bankDepositStartedKind ? 'in' : 'out',
  userId: row.owner,
  amount: amountOf(row.asset, row.amount),
  startedAt: row.recorded_at,
  railToken: row.rail_token,
  label: row.label,
  methodId: row.method_id,
  byFile: row.by_file,
});

export type Open = {
  readonly callBackSeconds: number;
  /** The last hold of the previous page. */
  readonly after: bigint;
  readonly atOnce: number;
  /** Whether to include withdrawals that are paid by file. */
  readonly withFiles: boolean;
};

/** A page of orders, and the last hold that was read for it. Undefined after the last page. */
export type OrderPage = { readonly orders: readonly BankOrder[]; readonly last: bigint | undefined };

/**
 * Returns a page of open orders in the main ledger, oldest first. It skips withdrawals that can still be canceled: those
 * younger than `callBackSeconds` by the database's clock.
 */
export async function openBankOrders(
  database: Queryable,
  { callBackSeconds, after, atOnce, withFiles }: Open,
): Promise<OrderPage> {
  const { rows } = await database.query<OrderRow>({
    name: 'open-bank-orders',
    text: `select ${orderColumns} from ${openOrders}
           join payment_methods m on m.id = (e.metadata ->> 'method_id')::uuid
           where ${isOpen} and (m.account_details is null or $6)
           order by h.id limit $5`,
    values: [...orderKinds, callBackSeconds, after, atOnce, withFiles],
  });
  return { orders: rows.map(orderOf), last: rows.at(-1)?.hold };
}

const openOrders = `member_books.holds h join member_books.entries e on e.id = h.id join member_books.accounts a on a.id = h.account_id`;
const isOpen = `h.ended_by is null and h.expires_at is null and h.id > $4
  and (e.kind = $1 or e.kind = $2 and e.recorded_at <= now() - make_interval(secs => $3))`;

/** Returns the same of a further ledger. The bank accounts are in the main database. */
export async function openOrdersElsewhere(
  main: Queryable,
  books: Queryable,
  { callBackSeconds, after, atOnce, withFiles }: Open,
): Promise<OrderPage> {
  const { rows } = await books.query<Omit<OrderRow, 'rail_token' | 'by_file'>>({
    name: 'open-bank-orders-elsewhere',
    text: `select h.id as hold, e.key, e.kind, a.owner, a.asset, h.amount, e.recorded_at, e.metadata ->> 'method' as label,
                  e.metadata ->> 'method_id' as method_id
           from ${openOrders} where ${isOpen} order by h.id limit $5`,
    values: [...orderKinds, callBackSeconds, after, atOnce],
  });
  const { rows: methods } = await main.query<{ id: string; rail_token: string; by_file: boolean }>(
    'select id, rail_token, account_details is not null as by_file from payment_methods where id = any ($1)',
    [rows.map((row) => row.method_id)],
  );
  const byId = new Map(methods.map((method) => [method.id, method]));
  const orders = rows.flatMap((row) => {
    const method = byId.get(row.method_id);
    return method && (withFiles || !method.by_file) ? [orderOf({ ...row, ...method })] : [];
  });
  return { orders, last: rows.at(-1)?.hold };
}

/** Returns the order that a hold is about, open or ended. */
export async function orderOfHold(database: Queryable, hold: bigint): Promise<BankOrder> {
  const { rows } = await database.query<OrderRow>(
    `select ${orderColumns} from ${orderTables} where h.id = $1 and e.kind = any ($2)`,
    [hold, orderKinds],
  );
  if (!rows[0]) throw new Error(`the hold ${hold} is not a bank order`);
  return orderOf(rows[0]);
}

/** Returns open withdrawals that are paid by file, oldest first, as `openBankOrders` does. */
export async function withdrawalsByFile(
  database: Queryable,
  { callBackSeconds, holds }: { readonly callBackSeconds: number; readonly holds?: readonly bigint[] },
): Promise<BankOrder[]> {
  const { rows } = await database.query<OrderRow>(
    `select ${orderColumns} from ${orderTables}
     where h.ended_by is null and h.expires_at is null and m.account_details is not null
       and e.kind = $1 and e.recorded_at <= now() - make_interval(secs => $2) and ($3::bigint[] is null or h.id = any ($3))
     order by h.id`,
    [withdrawalStartedKind, callBackSeconds, holds ?? null],
  );
  return rows.map(orderOf);
}

/**
 * Returns the order for the payment rail. The reference stays the same for every call. It is not a ledger number: a
 * restored ledger reuses numbers, and the bank would mistake a new order for an old one.
 */
export const railOrder = ({ key, railToken, amount }: BankOrder, orderedAt: Date) => ({
  reference: key,
  token: railToken,
  amount,
  orderedAt,
});
