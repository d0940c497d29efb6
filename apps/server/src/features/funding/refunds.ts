import { amountOf, type Amount, type FiatCode } from '@florin/money';
import type { Queryable } from '../../platform/database/pool.ts';
import { methodLabel, type StoredMethod } from './method.ts';

/** A refunded charge. */
export type Refund = {
  readonly id: string;
  readonly amount: Amount<FiatCode>;
  /** `Visa •••• 4242` */
  readonly label: string;
  /** Why the deposit or purchase failed. */
  readonly reason: string | undefined;
  readonly at: Date;
};

type Row = StoredMethod & {
  charge: string;
  amount: bigint;
  asset: FiatCode;
  reason: string | null;
  at: Date;
  payment_method_id: string | null;
  card: string | null;
};

/** Returns a member's latest refunds, newest first. */
export async function refundsTo(database: Queryable, userId: string, limit: number): Promise<Refund[]> {
  const { rows } = await database.query<Row>({
    name: 'refunds',
    text: `select m.*, c.id as charge, c.amount, c.asset, c.details ->> 'refused_because' as reason,
                  c.payment_method_id, c.details ->> 'card' as card,
                  coalesce((c.details ->> 'refunded_at')::timestamptz, c.created_at) as at
           from charges c left join payment_methods m on m.id = c.payment_method_id
           where c.user_id = $1 and c.state = 'refunded' order by at desc, c.id limit $2`,
    values: [userId, limit],
  });
  return rows.map((row) => ({
    id: row.charge,
    amount: amountOf(row.asset, row.amount),
    label: row.payment_method_id === null ? (row.card ?? 'your card') : methodLabel(row),
    reason: row.reason ?? undefined,
    at: row.at,
  }));
}
