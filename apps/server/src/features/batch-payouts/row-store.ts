import type { BatchRow, BatchRowState } from '@florin/contract';
import type { FiatCode } from '@florin/money';
import type { Queryable } from '../../platform/database/pool.ts';
import type { CheckedRow } from './reading/check-rows.ts';

export type StoredRow = {
  readonly number: number;
  readonly recipient: string;
  readonly amount_text: string;
  readonly currency_text: string;
  readonly note: string;
  readonly reference: string;
  readonly kind: 'send' | 'withdrawal' | null;
  /** The address, or the payment method's id. */
  readonly target: string | null;
  readonly shown: string;
  readonly amount: bigint | null;
  readonly currency: FiatCode | null;
  readonly errors: BatchRow['errors'];
  readonly warnings: BatchRow['warnings'];
  readonly state: BatchRowState;
  readonly message: string | null;
  readonly transaction_id: string | null;
  readonly paid_at: Date | null;
};

/** A failed row counts as ready again while it is due. */
const shownState = `case when r.due then 'ready' else r.state end`;
const columns = `r.number, r.recipient, r.amount_text, r.currency_text, r.note, r.reference, r.kind, r.target, r.shown, r.amount, r.currency,
  r.errors, r.warnings, ${shownState} as state, case when not r.due then r.message end as message, r.transaction_id, r.paid_at`;

export async function insertRows(tx: Queryable, batchId: string, rows: readonly CheckedRow[]): Promise<void> {
  await tx.query(
    `insert into batch_payout_rows (batch_id, number, recipient, amount_text, currency_text, note, reference, shown,
                                    kind, target, amount, currency, errors, warnings, state)
     select $1, t.*, case when t.errors = '[]' then 'ready' else 'invalid' end
     from unnest($2::int[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[], $8::text[],
                 $9::text[], $10::text[], $11::numeric[], $12::text[], $13::jsonb[], $14::jsonb[])
       t (number, recipient, amount_text, currency_text, note, reference, shown, kind, target, amount, currency, errors, warnings)`,
    [
      batchId,
      rows.map(({ number }) => number),
      rows.map(({ cells }) => cells.recipient),
      rows.map(({ cells }) => cells.amount),
      rows.map(({ cells }) => cells.currency),
      rows.map(({ cells }) => cells.note),
      rows.map(({ cells }) => cells.reference),
      rows.map(({ shown }) => shown),
      rows.map(({ payment }) => payment?.kind ?? null),
      rows.map(({ payment }) => payment?.target ?? null),
      rows.map(({ payment }) => (payment ? String(payment.amount.units) : null)),
      rows.map(({ payment }) => payment?.amount.asset ?? null),
      rows.map(({ errors }) => JSON.stringify(errors)),
      rows.map(({ warnings }) => JSON.stringify(warnings)),
    ],
  );
}

export type RowPage = {
  readonly state: BatchRowState | 'all';
  /** The number of the last row of the page before. */
  readonly after: number;
  /** Null for all rows. */
  readonly limit: number | null;
};

export async function listRows(database: Queryable, batchId: string, page: RowPage): Promise<StoredRow[]> {
  const { rows } = await database.query<StoredRow>(
    `select ${columns} from batch_payout_rows r
     where r.batch_id = $1 and ($2 = 'all' or ${shownState} = $2) and r.number > $3 order by r.number limit $4`,
    [batchId, page.state, page.after, page.limit],
  );
  return rows;
}

export async function countRows(database: Queryable, batchId: string, state: RowPage['state']): Promise<number> {
  const { rows } = await database.query<{ count: number }>(
    `select count(*)::int as count from batch_payout_rows r where r.batch_id = $1 and ($2 = 'all' or ${shownState} = $2)`,
    [batchId, state],
  );
  return rows[0]?.count ?? 0;
}

type Problems = { readonly rows: StoredRow[]; readonly count: number };

/** Returns the first rows with errors, in their order, and the count of all errors. */
export const rowsWithErrors = (database: Queryable, batchId: string, limit: number): Promise<Problems> =>
  problemsBy(database, [batchId, limit], {
    rows: `select ${columns} from batch_payout_rows r where r.batch_id = $1 and r.errors <> '[]' order by r.number limit $2`,
    count: `select coalesce(sum(jsonb_array_length(errors)), 0)::int as count from batch_payout_rows where batch_id = $1`,
  });

/** Returns the first rows with warnings, in their order, and the count of all warnings. */
export const rowsWithWarnings = (database: Queryable, batchId: string, limit: number): Promise<Problems> =>
  problemsBy(database, [batchId, limit], {
    rows: `select ${columns} from batch_payout_rows r where r.batch_id = $1 and r.warnings <> '[]' order by r.number limit $2`,
    count: `select coalesce(sum(jsonb_array_length(warnings)), 0)::int as count from batch_payout_rows where batch_id = $1`,
  });

async function problemsBy(
  database: Queryable,
  [batchId, limit]: readonly [string, number],
  statements: { readonly rows: string; readonly count: string },
): Promise<Problems> {
  const { rows } = await database.query<StoredRow>(statements.rows, [batchId, limit]);
  const counted = await database.query<{ count: number }>(statements.count, [batchId]);
  return { rows, count: counted.rows[0]?.count ?? 0 };
}

/** The count and the sum of the rows in each state and currency, and of the rows that cost the send fee. */
export type RowSums = {
  readonly batch_id: string;
  readonly state: BatchRowState;
  readonly currency: FiatCode | null;
  readonly kind: 'send' | 'withdrawal' | null;
  /** The amounts of the payments: the fee of each is rounded on its own. */
  readonly amounts: { readonly units: string; readonly count: number }[];
};

/** Groups the rows of batches by the columns on which the totals depend. Equal amounts are counted together. */
export async function sumRows(database: Queryable, batchIds: readonly string[]): Promise<RowSums[]> {
  const { rows } = await database.query<RowSums>(
    `select batch_id, state, currency, kind,
            jsonb_agg(jsonb_build_object('units', amount::text, 'count', count)) as amounts
     from (select r.batch_id, ${shownState} as state, r.currency, r.kind, coalesce(r.amount, 0) as amount, count(*)::int as count
           from batch_payout_rows r where r.batch_id = any ($1) group by 1, 2, 3, 4, 5) counted
     group by batch_id, state, currency, kind`,
    [batchIds],
  );
  return rows;
}

/** A row that can be paid. */
export type PayableRow = StoredRow & {
  readonly kind: 'send' | 'withdrawal';
  readonly target: string;
  readonly amount: bigint;
  readonly currency: FiatCode;
};

const isPayable = (row: StoredRow): row is PayableRow =>
  row.kind !== null && row.target !== null && row.amount !== null && row.currency !== null;

/** Returns the rows in one of these states, in their order. */
export async function rowsIn(
  database: Queryable,
  batchId: string,
  states: readonly BatchRowState[],
): Promise<PayableRow[]> {
  const { rows } = await database.query<StoredRow>(
    `select ${columns} from batch_payout_rows r where r.batch_id = $1 and r.state = any ($2) order by r.number`,
    [batchId, states],
  );
  return rows.filter(isPayable);
}

/** Returns the next rows to pay. Returns all due rows if `limit` is null. */
export async function dueRows(tx: Queryable, batchId: string, limit: number | null): Promise<PayableRow[]> {
  const { rows } = await tx.query<StoredRow>(
    `select ${columns} from batch_payout_rows r where r.batch_id = $1 and r.due order by r.number limit $2`,
    [batchId, limit],
  );
  return rows.filter(isPayable);
}

export const makeDue = (tx: Queryable, batchId: string, states: readonly BatchRowState[]) =>
  tx.query('update batch_payout_rows set due = true where batch_id = $1 and state = any ($2)', [batchId, states]);

export type RowOutcome = {
  readonly number: number;
  readonly state: 'paid' | 'failed';
  readonly message: string | null;
  readonly transactionId: string | null;
  readonly paidAt: string | null;
};

export async function recordOutcomes(tx: Queryable, batchId: string, outcomes: readonly RowOutcome[]): Promise<void> {
  await tx.query(
    `update batch_payout_rows r set state = o.state, message = o.message, transaction_id = o.transaction_id,
                                    paid_at = o.paid_at, due = false
     from unnest($2::int[], $3::text[], $4::text[], $5::text[], $6::timestamptz[])
       o (number, state, message, transaction_id, paid_at)
     where r.batch_id = $1 and r.number = o.number`,
    [
      batchId,
      outcomes.map(({ number }) => number),
      outcomes.map(({ state }) => state),
      outcomes.map(({ message }) => message),
      outcomes.map(({ transactionId }) => transactionId),
      outcomes.map(({ paidAt }) => paidAt),
    ],
  );
}
