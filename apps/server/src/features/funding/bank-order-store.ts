import { amountOf, type Amount, type FiatCode } from '@florin/money';
import type { Queryable } from '../../platform/database/pool.ts';
import { bankDepositStartedKind } from './bank-deposit.ts';
import { withdrawalStartedKind } from './withdrawal.ts';

/** A withdrawal or bank deposit that waits: an open hold, with what its entry and its bank account say. */
export type BankOrder = {
  readonly hold: bigint;
  /** The command's: what the bank knows the order by. */
  readonly key: string;
  readonly direction: 'in' | 'out';
  readonly userId: string;
  readonly amount: Amount<FiatCode>;
  readonly startedAt: Date;
  readonly railToken: string;
  /** `Sandbox Bank •••• 6789` */
  readonly label: string;
  readonly methodId: string;
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
};

export const orderColumns = `h.id as hold, e.key, e.kind, a.owner, a.asset, h.amount, e.recorded_at,
                  m.rail_token, e.metadata ->> 'method' as label, m.id as method_id`;
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
});

type Open = {
  readonly callBackSeconds: number;
  /** The last one of those before. */
  readonly after: bigint;
  readonly atOnce: number;
};

/**
 * Oldest first. Withdrawals that may be called back for less than `callBackSeconds` more are left alone, by the database's
 * clock.
 */
export async function openBankOrders(
  database: Queryable,
  { callBackSeconds, after, atOnce }: Open,
): Promise<BankOrder[]> {
  const { rows } = await database.query<OrderRow>({
    name: 'open-bank-orders',
    text: `select ${orderColumns} from ${orderTables}
           where h.ended_by is null and h.expires_at is null and h.id > $4
             and (e.kind = $1 or e.kind = $2 and e.recorded_at <= now() - make_interval(secs => $3))
           order by h.id limit $5`,
    values: [...orderKinds, callBackSeconds, after, atOnce],
  });
  return rows.map(orderOf);
}

/**
 * How the bank is asked about an order; the reference is the same each time. It is none of the ledger's numbers: those are
 * given out a second time after a restore, and the bank would take the new order for the old one.
 */
export const railOrder = ({ key, railToken, amount }: BankOrder, orderedAt: Date) => ({
  reference: key,
  token: railToken,
  amount,
  orderedAt,
});
