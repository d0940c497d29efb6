import type { UnallocatedLine } from '@florin/contract';
import type { Queryable } from '../../platform/database/pool.ts';

type Part = {
  readonly line: bigint;
  /** Positive if the bank received money. */
  readonly units: bigint;
  /** The payout of the part. */
  readonly payout: string;
  readonly userId: string | null;
  readonly reason: UnallocatedLine['reason'];
};

/**
 * Stores a part of a booked line for the operators, and returns its id. The caller moves the money of the part to
 * `unallocated`. The bank's balance already contains this part. Incoming money of several payouts cannot go
 * back, because the money has no single payer.
 */
export async function keepPart(tx: Queryable, { line, units, payout, userId, reason }: Part): Promise<bigint> {
  const { rows } = await tx.query<{ id: bigint }>(
    `insert into bank_lines (statement_id, account, booked, value_date, amount, bank_reference, explains, ordinal,
       counterparty, counterparty_account, remittance, reversal, match, reason, user_id, posted, report)
     select statement_id, account, booked, value_date, $2::numeric, $3, id, 1,
            case when $2::numeric < 0 then counterparty end, case when $2::numeric < 0 then counterparty_account end,
            remittance, false, 'unallocated', $4, $5, true, report
     from bank_lines where id = $1 returning id`,
    [line, units, `${units < 0n ? 'debit' : 'credit'} of payout ${payout}`, reason, userId],
  );
  if (!rows[0]) throw new Error(`the statement line ${line} does not exist`);
  return rows[0].id;
}
