import { amountOf, type Amount, type FiatCode } from '@florin/money';
import { shardOfEntry, type Ledger } from '../../ledger/index.ts';
import type { Queryable } from '../../platform/database/pool.ts';
import { isDatabaseUnavailable } from '../../platform/database/unavailable.ts';
import { bankDepositStartedKind } from './bank-deposit.ts';
import { withdrawalStartedKind } from './withdrawal.ts';

/** A pending withdrawal or bank deposit: an open hold with the data of its entry and bank account. */
export type BankOrder = {
  readonly hold: bigint;
  /** The command's key, which the bank uses as the reference. */
  readonly key: string;
  readonly direction: 'in' | 'out';
  readonly userId: string;
  readonly amount: Amount<FiatCode>;
  readonly startedAt: Date;
  readonly railToken: string;
  /** `Sandbox Bank •••• 6789` */
  readonly label: string;
  readonly methodId: string;
  /** True if the order is paid by file, because its owner named the bank account by its number. */
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

/** A page of orders, and the last hold that was read for this page. Undefined after the last page. */
export type OrderPage = { readonly orders: readonly BankOrder[]; readonly last: bigint | undefined };

/**
 * Returns a page of open orders in the main ledger, oldest first. Skips withdrawals that can still be canceled, because
 * they are younger than `callBackSeconds` by the database's clock.
 */
export async function openBankOrders(
  database: Queryable,
  { callBackSeconds, after, atOnce, withFiles }: Open,
): Promise<OrderPage> {
  const { rows } = await database.query<OrderRow>({
    name: 'open-bank-orders',
    text: `select ${orderColumns} from ${ordersOfLedger}
           join payment_methods m on m.id = (e.metadata ->> 'method_id')::uuid
           where ${isOpen} and (m.account_details is null or $6)
           order by h.id limit $5`,
    values: [...orderKinds, callBackSeconds, after, atOnce, withFiles],
  });
  return { orders: rows.map(orderOf), last: rows.at(-1)?.hold };
}

/** The orders of one ledger. */
const ordersOfLedger = `member_books.holds h join member_books.entries e on e.id = h.id join member_books.accounts a on a.id = h.account_id`;
const isOpen = `h.ended_by is null and h.expires_at is null and h.id > $4
  and (e.kind = $1 or e.kind = $2 and e.recorded_at <= now() - make_interval(secs => $3))`;

type Reading = {
  /** The main database, which has the bank accounts. */
  readonly pool: Queryable;
  /** The databases of further ledgers. */
  readonly ledgers?: readonly Queryable[] | undefined;
  readonly ledger: Pick<Ledger, 'booksOfEntry'>;
};

type RowOfLedger = Omit<OrderRow, 'rail_token' | 'by_file'>;

const columnsOfLedger = `h.id as hold, e.key, e.kind, a.owner, a.asset, h.amount, e.recorded_at, e.metadata ->> 'method' as label,
                  e.metadata ->> 'method_id' as method_id`;

/** Adds the bank accounts, which are in the main database. Leaves out orders without a bank account. */
async function withMethods(main: Queryable, rows: readonly RowOfLedger[]): Promise<OrderRow[]> {
  const { rows: methods } = await main.query<{ id: string; rail_token: string; by_file: boolean }>(
    'select id, rail_token, account_details is not null as by_file from payment_methods where id = any ($1)',
    [rows.map((row) => row.method_id)],
  );
  const byId = new Map(methods.map((method) => [method.id, method]));
  return rows.flatMap((row) => {
    const method = byId.get(row.method_id);
    return method ? [{ ...row, rail_token: method.rail_token, by_file: method.by_file }] : [];
  });
}

/** Returns a page of open orders in a further ledger, oldest first. */
export async function openOrdersElsewhere(
  main: Queryable,
  books: Queryable,
  { callBackSeconds, after, atOnce, withFiles }: Open,
): Promise<OrderPage> {
  const { rows } = await books.query<RowOfLedger>({
    name: 'open-bank-orders-elsewhere',
    text: `select ${columnsOfLedger} from ${ordersOfLedger} where ${isOpen} order by h.id limit $5`,
    values: [...orderKinds, callBackSeconds, after, atOnce],
  });
  const orders = (await withMethods(main, rows)).filter((row) => withFiles || !row.by_file);
  return { orders: orders.map(orderOf), last: rows.at(-1)?.hold };
}

/** Returns the order of a hold, open or ended. Reads only the hold's own ledger, because another ledger may be down. */
export async function orderOfHold({ pool, ledger }: Omit<Reading, 'ledgers'>, hold: bigint): Promise<BankOrder> {
  const books = await ledger.booksOfEntry(hold);
  const { rows } = await books.query<RowOfLedger>(
    `select ${columnsOfLedger} from ${ordersOfLedger} where h.id = $1 and e.kind = any ($2)`,
    [hold, orderKinds],
  );
  const [row] = await withMethods(pool, rows);
  if (!row) throw new Error(`the hold ${hold} is not a bank order`);
  return orderOf(row);
}

/**
 * Returns open withdrawals that are paid by file, oldest first, as `openBankOrders` does. Leaves out withdrawals of a
 * ledger that is down. If the caller requests withdrawals by their holds, the function throws instead, because a batch
 * must not omit a withdrawal.
 */
export async function withdrawalsByFile(
  { pool, ledgers = [], ledger }: Reading,
  { callBackSeconds, holds }: { readonly callBackSeconds: number; readonly holds?: readonly bigint[] },
): Promise<BankOrder[]> {
  const asked = holds && [...Map.groupBy(holds, shardOfEntry).values()];
  const places = asked
    ? await Promise.all(asked.map(async (own) => ({ books: await ledger.booksOfEntry(own[0] ?? 0n), own })))
    : [pool, ...ledgers].map((books) => ({ books, own: undefined }));
  const found: BankOrder[] = [];
  for (const { books, own } of places)
    try {
      const { rows } = await books.query<RowOfLedger>(
        `select ${columnsOfLedger} from ${ordersOfLedger}
         where h.ended_by is null and h.expires_at is null
           and e.kind = $1 and e.recorded_at <= now() - make_interval(secs => $2) and ($3::bigint[] is null or h.id = any ($3))`,
        [withdrawalStartedKind, callBackSeconds, own],
      );
      found.push(...(await withMethods(pool, rows)).filter((row) => row.by_file).map(orderOf));
    } catch (error) {
      if (asked || !isDatabaseUnavailable(error)) throw error;
    }
  return found.toSorted((a, b) => Number(a.hold - b.hold));
}

/**
 * Returns the order for the payment rail. The reference stays the same for every call. The reference is not a ledger
 * number: a restored ledger reuses numbers, so the bank would mistake a new order for an old one.
 */
export const railOrder = ({ key, railToken, amount }: BankOrder, orderedAt: Date) => ({
  reference: key,
  token: railToken,
  amount,
  orderedAt,
});
