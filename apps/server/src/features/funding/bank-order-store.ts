import { amountOf, type Amount, type FiatCode } from '@florin/money';
import type { Queryable } from '../../platform/database/pool.ts';
import { bankDepositStartedKind } from './bank-deposit.ts';
import { withdrawalStartedKind } from './withdrawal.ts';

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

type Row = {
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

/** Withdrawals that may be called back for less than `callBackSeconds` more are left alone, by the database's clock. */
export async function openBankOrders(database: Queryable, callBackSeconds: number): Promise<BankOrder[]> {
  const { rows } = await database.query<Row>({
    name: 'open-bank-orders',
    text: `select h.id as hold, e.kind, a.owner, a.asset, h.amount, e.recorded_at,
                  m.rail_token, e.metadata ->> 'method' as label, m.id as method_id
           from ledger.holds h
           join ledger.journal_entries e on e.id = h.id
           join ledger.accounts a on a.id = h.account_id
           join payment_methods m on m.id = (e.metadata ->> 'method_id')::uuid
           where h.ended_by is null and h.expires_at is null
             and (e.kind = $1 or e.kind = $2 and e.recorded_at <= now() - make_interval(secs => $3))
           order by h.id limit $4`,
    values: [bankDepositStartedKind, withdrawalStartedKind, callBackSeconds, atOnce],
  });
  return rows.map((row) => ({
    hold: row.hold,
    direction: row.kind === bankDepositStartedKind ? 'in' : 'out',
    userId: row.owner,
    amount: amountOf(row.asset, row.amount),
    startedAt: row.recorded_at,
    railToken: row.rail_token,
    label: row.label,
    methodId: row.method_id,
  }));
}
