import type { PaymentBatch as PaymentBatchView, PayoutScheme } from '@florin/contract';
import { amountOf, toDecimal, type FiatCode } from '@florin/money';
import type { Queryable } from '../../../platform/database/pool.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { fileName } from './schemes.ts';
import { suggestLines } from './suggest-lines.ts';

export type Batch = {
  readonly id: string;
  readonly number: bigint;
  readonly account: string;
  readonly currency: FiatCode;
  readonly scheme: PayoutScheme;
  readonly state: PaymentBatchView['state'];
  readonly made_by: string;
  readonly made_by_email: string;
  readonly made_at: Date;
  readonly decided_by: string | null;
  readonly decided_by_email: string | null;
  readonly decided_at: Date | null;
  readonly sent_by_email: string | null;
  readonly sent_at: Date | null;
  readonly reason: string | null;
  readonly content: Buffer | null;
  readonly sha256: Buffer | null;
};

type Figures = {
  readonly count: number;
  readonly total: bigint;
  readonly dropped: number;
  readonly settled: number;
  readonly returned: number;
};

/** The purpose of the encryption of `content`. */
export const filePurpose = 'payment file';

const maxListed = 50;
const columns = `b.id, b.number, b.account, a.currency, b.scheme, b.state, b.made_by, m.email as made_by_email, b.made_at,
  b.decided_by, d.email as decided_by_email, b.decided_at,
  s.email as sent_by_email, b.sent_at, b.reason, b.content, b.sha256`;
const tables = `payment_batches b
  join operator_accounts a on a.id = b.account
  join people m on m.id = b.made_by
  left join people d on d.id = b.decided_by
  left join people s on s.id = b.sent_by`;
const figures = `count(p.id) filter (where p.state <> 'dropped')::int as count,
  coalesce(sum(p.amount) filter (where p.state <> 'dropped'), 0) as total,
  count(p.id) filter (where p.state = 'dropped')::int as dropped,
  count(p.id) filter (where p.state = 'settled')::int as settled,
  count(p.id) filter (where p.state = 'returned')::int as returned`;

/** Errors: `batch_not_found`. */
export async function readBatch(database: Queryable, id: string): Promise<Batch> {
  const { rows } = await database.query<Batch>(`select ${columns} from ${tables} where b.id::text = $1`, [id]);
  if (!rows[0]) throw notFound();
  return rows[0];
}

/** Returns the newest batches as an operator sees them, or only the batch with the given id. */
export async function listBatches(database: Queryable, reader: string, id?: string): Promise<PaymentBatchView[]> {
  const { rows } = await database.query<Batch & Figures>(
    `select ${columns}, ${figures} from ${tables} left join payouts p on p.batch_id = b.id
     where $1::text is null or b.id::text = $1
     group by b.id, a.currency, m.email, d.email, s.email order by b.number desc limit $2`,
    [id ?? null, maxListed],
  );
  const suggested = await suggestLines(database, rows.filter(isAtBank));
  return rows.map((row) => ({
    id: row.id,
    number: Number(row.number),
    account: row.account,
    scheme: row.scheme,
    state: row.state,
    made_by: row.made_by_email,
    made_at: row.made_at.toISOString(),
    decided_by: row.decided_by_email,
    decided_at: row.decided_at?.toISOString() ?? null,
    sent_by: row.sent_by_email,
    sent_at: row.sent_at?.toISOString() ?? null,
    reason: row.reason,
    count: row.count,
    total_exact: toDecimal(amountOf(row.currency, row.total)),
    currency: row.currency,
    dropped: row.dropped,
    settled: row.settled,
    returned: row.returned,
    file_name: fileName(row),
    suggested_line: suggested.get(row.id) ?? null,
    sha256: row.sha256?.toString('hex') ?? null,
    yours: row.made_by === reader,
  }));
}

const isAtBank = ({ state }: Batch): boolean => state === 'written' || state === 'sent';

/** Returns a batch as an operator sees it. Errors: `batch_not_found`. */
export async function batchView(database: Queryable, id: string, reader: string): Promise<PaymentBatchView> {
  const [batch] = await listBatches(database, reader, id);
  if (!batch) throw notFound();
  return batch;
}

export const notFound = (): Refusal => new Refusal('batch_not_found', 'This payment batch does not exist.');

export const notOpen = (state: Batch['state']): Refusal => new Refusal('batch_not_open', stateSentences[state]);

const stateSentences: Record<Batch['state'], string> = {
  proposed: 'This batch is not approved yet.',
  approved: 'This batch is being written. Try again in a moment.',
  written: 'This batch is already approved.',
  sent: 'The bank already has this batch.',
  refused: 'This batch was refused.',
};
