import { amountOf, formatAmount, type Amount, type FiatCode } from '@florin/money';
import type { Queryable } from '../../platform/database/pool.ts';
import { Refusal } from '../../platform/refusal.ts';
import { isUuid } from '../../platform/uuid.ts';
import { openAmount, type Invoice } from './invoice.ts';

export type InvoicePayment = {
  readonly id: string;
  /** Undefined for a payment that the issuer recorded. */
  readonly payer: { readonly name: string; readonly email: string } | undefined;
  readonly amount: Amount<FiatCode>;
  readonly paidAt: Date;
  readonly removedAt: Date | undefined;
};

type Row = {
  key: string;
  invoice_id: string;
  payer_name: string | null;
  payer_email: string | null;
  amount: bigint;
  paid_at: Date;
  removed_at: Date | null;
};

/** Lists the payments of an invoice, oldest first. */
export const paymentsOf = async (database: Queryable, invoice: Invoice): Promise<InvoicePayment[]> =>
  ((await allPaymentsOf(database, [invoice])).get(invoice.id) ?? []).filter(({ removedAt }) => removedAt === undefined);

/**
 * Returns the payments of one party's invoices by invoice, oldest first, including payments that the issuer removed
 * again. The issuer may know a payer by an older address.
 */
export async function allPaymentsOf(
  database: Queryable,
  invoices: readonly Invoice[],
): Promise<ReadonlyMap<string, InvoicePayment[]>> {
  const { rows } = await database.query<Row>(
    `select y.key, y.invoice_id, y.removed_at, p.name as payer_name, coalesce(k.email, p.email) as payer_email, y.amount, y.paid_at
     from invoice_payments y
     left join people p on p.id = y.payer_id
     left join addresses_known k on k.viewer_id = $2 and k.person_id = y.payer_id
     where y.invoice_id = any ($1) order by y.paid_at, y.key`,
    [invoices.map(({ id }) => id), invoices[0]?.owner.id],
  );
  const byInvoice = Map.groupBy(rows, (row) => row.invoice_id);
  return new Map(
    invoices.map(({ id, currency }) => [id, (byInvoice.get(id) ?? []).map((row) => paymentOf(row, currency))]),
  );
}

const paymentOf = (row: Row, currency: FiatCode): InvoicePayment => ({
  id: row.key,
  payer:
    row.payer_name === null || row.payer_email === null ? undefined : { name: row.payer_name, email: row.payer_email },
  amount: amountOf(currency, row.amount),
  paidAt: row.paid_at,
  removedAt: row.removed_at ?? undefined,
});

export type NewPayment = {
  readonly key: string;
  readonly payerId: string | undefined;
  readonly amount: Amount<FiatCode>;
};

/**
 * Records a payment of an invoice whose row is locked, unless a payment with this key exists. Errors:
 * `invoice_not_open`, `more_than_open`.
 */
export async function recordPayment(
  tx: Queryable,
  invoice: Invoice,
  { key, payerId, amount }: NewPayment,
): Promise<void> {
  const { rowCount } = await tx.query('select from invoice_payments where key = $1', [key]);
  if (rowCount === 1) return;
  assertOpenFor(invoice, amount);
  await tx.query('insert into invoice_payments (key, invoice_id, payer_id, amount) values ($1, $2, $3, $4)', [
    key,
    invoice.id,
    payerId,
    amount.units,
  ]);
  await tx.query('update invoices set paid = paid + $2 where id = $1', [invoice.id, amount.units]);
}

/** Removes a recorded payment of an invoice whose row is locked. Returns false if no such payment exists. */
export async function removePayment(tx: Queryable, invoice: Invoice, id: string): Promise<boolean> {
  if (!isUuid(id)) return false;
  const { rows } = await tx.query<{ amount: bigint }>(
    `update invoice_payments set removed_at = now()
     where key = $1 and invoice_id = $2 and payer_id is null and removed_at is null returning amount`,
    [id, invoice.id],
  );
  if (!rows[0]) return false;
  await tx.query('update invoices set paid = paid - $2 where id = $1', [invoice.id, rows[0].amount]);
  return true;
}

/** Checks that the open amount covers a payment or a credit. Errors: `invoice_not_open`, `more_than_open`. */
export function assertOpenFor(invoice: Invoice, amount: Amount<FiatCode>): void {
  const open = openAmount(invoice);
  if (open.units === 0n) throw notOpen();
  if (amount.units > open.units)
    throw new Refusal(
      'more_than_open',
      `Only ${formatAmount(open)} of this invoice is still open. Nothing was booked. Enter a smaller amount.`,
    );
}

export const notOpen = () =>
  new Refusal('invoice_not_open', 'This invoice is already paid or canceled. Nothing was booked.');
