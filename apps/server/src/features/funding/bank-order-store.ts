import { amountOf, type Amount, type FiatCode } from '@florin/money';
import type { Queryable } from '../../platform/database/pool.ts';
import { bankDepositStartedKind } from './bank-deposit.ts';
import { sentKey, withdrawalStartedKind } from './withdrawal.ts';

/** A withdrawal or bank deposit that waits: an open hold, with what its entry and its bank account say. */
export type BankOrder = {
  readonly hold: bigint;
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
  kind: string;
  owner: string;
  asset: FiatCode;
  amount: bigint;
  recorded_at: Date;
  rail_token: string;
  label: string;
  method_id: string;
};

/** More than this are taken up in the next round. */
const atOnce = 1_000;

export const orderColumns = `h.id as hold, e.kind, a.owner, a.asset, h.amount, e.recorded_at,
                  m.rail_token, e.metadata ->> 'method' as label, m.id as method_id`;
export const orderTables = `ledger.holds h
           join ledger.journal_entries e on e.id = h.id
           join ledger.accounts a on a.id = h.account_id
           join payment_methods m on m.id = (e.metadata ->> 'method_id')::uuid`;
export const orderKinds = [bankDepositStartedKind, withdrawalStartedKind] as const;

export const orderOf = (row: OrderRow): BankOrder => ({
  hold: row.hold,
  direction: row.kind === bankDepositStartedKind ? 'in' : 'out',
  userId: row.owner,
  amount: amountOf(row.asset, row.amount),
  startedAt: row.recorded_at,
  railToken: row.rail_token,
  label: row.label,
  methodId: row.method_id,
});

/** Withdrawals that may be called back for less than `callBackSeconds` more are left alone, by the database's clock. */
export async function openBankOrders(database: Queryable, callBackSeconds: number): Promise<BankOrder[]> {
  const { rows } = await database.query<OrderRow>({
    name: 'open-bank-orders',
    text: `select ${orderColumns} from ${orderTables}
           where h.ended_by is null and h.expires_at is null
             and (e.kind = $1 or e.kind = $2 and e.recorded_at <= now() - make_interval(secs => $3))
           order by h.id limit $4`,
    values: [...orderKinds, callBackSeconds, atOnce],
  });
  return rows.map(orderOf);
}

/** How the bank is asked about an order; the reference is the same each time. */
export const railOrder = ({ hold, railToken, amount }: BankOrder, orderedAt: Date) => ({
  reference: sentKey(hold),
  token: railToken,
  amount,
  orderedAt,
});
