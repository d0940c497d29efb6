import type { Policy, Transaction } from '@florin/contract';
import { amountOf } from '@florin/money';
import type { Ledger } from '../../ledger/index.ts';
import type { Pool, Queryable } from '../../platform/database/pool.ts';
import { digestBigint, digestUuid } from '../../platform/digest.ts';
import { Refusal } from '../../platform/refusal.ts';
import type { History } from '../activity/index.ts';
import type { Contacts } from '../contacts/index.ts';
import { withdraw } from '../funding/index.ts';
import type { Member, People } from '../identity/index.ts';
import { sendMoney } from '../transfers/index.ts';
import type { Outflows } from '../wallets/index.ts';
import type { StoredBatch } from './batch-store.ts';
import { dueRows, type PayableRow, type RowOutcome } from './row-store.ts';

export type Paying = {
  readonly pool: Pool;
  readonly ledger: Ledger;
  readonly people: People;
  readonly history: History;
  readonly contacts: Contacts;
  readonly policy: Policy;
  readonly rateLimits: boolean;
};

/** Refusals that end by themselves. The row is tried again. */
const passing: ReadonlySet<string> = new Set(['busy', 'ledger_read_only', 'database_unavailable']);

/**
 * Pays a row as a send or a withdrawal of the payer. The entry's key is made of the batch and the row, so a row that
 * was paid before a crash is found again. Returns undefined if the row must be tried again later.
 */
export async function payRow(
  dependencies: Paying & { readonly outflows: Outflows },
  payer: Member,
  batchId: string,
  row: PayableRow,
): Promise<RowOutcome | undefined> {
  const command = commandOf(batchId, row.number);
  const amount = amountOf(row.currency, row.amount);
  try {
    const line =
      row.kind === 'send'
        ? await sendMoney(dependencies, payer, command, {
            recipientEmail: row.target,
            amount,
            note: row.note || undefined,
            needsFactor: false, // the start of the batch needed it
          })
        : await withdraw(dependencies, payer, command, { amount, methodId: row.target });
    return paid(row, line);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    if (passing.has(error.code)) return undefined;
    const paidAt = await postedAt(dependencies.ledger, payer, command.key); // paid before the cause of the refusal
    const state = paidAt === null ? 'failed' : 'paid';
    return { number: row.number, state, message: paidAt ? null : error.message, transactionId: null, paidAt };
  }
}

async function postedAt(ledger: Ledger, { id }: Member, key: string): Promise<string | null> {
  const books = await ledger.booksOf(id);
  const { rows } = await books.query<{ at: Date }>(
    'select recorded_at as at from member_books.entries where key = $1',
    [key],
  );
  return rows[0]?.at.toISOString() ?? null;
}

/** Returns the due rows that the ledger already has, because a process ended before recording their outcomes. */
export async function paidBefore(
  tx: Queryable,
  ledger: Pick<Ledger, 'booksWithin'>,
  batch: Pick<StoredBatch, 'id' | 'owner_id'>,
): Promise<RowOutcome[]> {
  const due = await dueRows(tx, batch.id, null);
  const numbers = new Map(due.map(({ number }) => [commandOf(batch.id, number).key, number]));
  const books = await ledger.booksWithin(tx, batch.owner_id);
  const { rows } = await books.query<{ key: string; at: Date }>(
    'select key, recorded_at as at from member_books.entries where key = any ($1)',
    [[...numbers.keys()]],
  );
  return rows.flatMap(({ key, at }) => {
    const number = numbers.get(key);
    if (number === undefined) return [];
    return [{ number, state: 'paid' as const, message: null, transactionId: null, paidAt: at.toISOString() }];
  });
}

const commandOf = (batchId: string, row: number) => ({
  key: digestUuid('batch-payout', batchId, String(row)),
  requestHash: digestBigint('batch-payout', batchId, String(row)),
});

const paid = ({ number, kind, shown }: PayableRow, { id, date, status }: Transaction): RowOutcome => ({
  number,
  state: 'paid',
  message:
    status !== 'pending'
      ? null
      : kind === 'send'
        ? `Waits until ${shown} opens an account. After 30 days it comes back.`
        : 'Waits for the bank.',
  transactionId: id,
  paidAt: date,
});
