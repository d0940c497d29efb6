import { amountOf, type Amount, type FiatCode } from '@florin/money';
import type { Queryable } from '../../platform/database/pool.ts';
import { printedNumber, type Invoice, type InvoiceContent } from './invoice.ts';
import { contentValues, issueValues, type Issue } from './invoice-store.ts';

/** A credit note in the list of its invoice. */
export type CreditNote = {
  readonly id: string;
  readonly number: string;
  readonly total: Amount<FiatCode>;
  readonly on: string;
  readonly issuedAt: Date;
};

type Row = {
  id: string;
  credits: string;
  prefix: string;
  number: number;
  total: bigint;
  issued_day: string;
  issued_at: Date;
};

type Credited = Pick<Invoice, 'id' | 'currency'>;

/** Lists the credit notes of an invoice, oldest first. */
export const creditNotesOf = async (database: Queryable, invoice: Credited): Promise<CreditNote[]> =>
  (await allCreditNotesOf(database, [invoice])).get(invoice.id) ?? [];

/** Returns the credit notes of invoices by invoice, oldest first. */
export async function allCreditNotesOf(
  database: Queryable,
  invoices: readonly Credited[],
): Promise<ReadonlyMap<string, CreditNote[]>> {
  const { rows } = await database.query<Row>(
    `select id, credits, prefix, number, total, issued_at, (issued_at at time zone 'UTC')::date::text as issued_day
     from invoices where credits = any ($1) order by issued_at, id`,
    [invoices.map(({ id }) => id)],
  );
  const byInvoice = Map.groupBy(rows, ({ credits }) => credits);
  return new Map(
    invoices.map(({ id, currency }) => [id, (byInvoice.get(id) ?? []).map((row) => creditNoteOf(row, currency))]),
  );
}

const creditNoteOf = (row: Row, currency: FiatCode): CreditNote => ({
  id: row.id,
  number: printedNumber(row.prefix, row.number),
  total: amountOf(currency, row.total),
  on: row.issued_day,
  issuedAt: row.issued_at,
});

type NewCreditNote = { readonly id: string; readonly invoice: Invoice; readonly content: InvoiceContent };

/** Inserts an issued credit note and reduces the open amount of its invoice, whose row is locked. */
export async function insertCreditNote(tx: Queryable, { id, invoice, content }: NewCreditNote, issue: Issue) {
  await tx.query(
    `insert into invoices (id, issuer_id, credits, currency, customer, lines, due_on, note, success_url,
                           prefix, number, token, rounding, issuer, total, issued_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, now())`,
    [id, invoice.owner.id, invoice.id, ...contentValues(content), ...issueValues(issue)],
  );
  await tx.query('update invoices set credited = credited + $2 where id = $1', [invoice.id, issue.total.units]);
}
