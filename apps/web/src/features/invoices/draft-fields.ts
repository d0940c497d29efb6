import { fromExact, type Invoice, type InvoiceInput } from '@florin/contract';
import {
  parseQuantity,
  parseTaxRate,
  priceInvoice,
  toDecimal,
  type FiatCode,
  type InvoiceLine,
  type InvoiceTotals,
  type TaxRounding,
} from '@florin/money';
import { serverNow } from '../../api/server-time.ts';
import { readAmount } from '../../wallet-ui/typed-amount.ts';

/** A line as typed. The key identifies it in the form. */
export type LineFields = { key: string; description: string; quantity: string; unitPrice: string; taxRate: string };

/** The form's fields as typed. */
export type DraftFields = {
  name: string;
  email: string;
  address: string;
  taxNumber: string;
  currency: FiatCode;
  dueOn: string;
  note: string;
  /** Set by callers of the API. The form keeps it. */
  successUrl: string | null;
  lines: readonly LineFields[];
};

export const blankLine = (taxRate = '0'): LineFields => ({
  key: crypto.randomUUID(),
  description: '',
  quantity: '1',
  unitPrice: '',
  taxRate,
});

const usualDays = 14;

export const blankDraft = (): DraftFields => ({
  name: '',
  email: '',
  address: '',
  taxNumber: '',
  currency: 'USD',
  dueOn: new Date(serverNow() + usualDays * 86_400_000).toISOString().slice(0, 10),
  note: '',
  successUrl: null,
  lines: [blankLine()],
});

export const fieldsOf = (invoice: Invoice): DraftFields => ({
  name: invoice.customer.name,
  email: invoice.customer_email ?? '',
  address: invoice.customer.address.join('\n'),
  taxNumber: invoice.customer.tax_number ?? '',
  currency: invoice.currency,
  dueOn: invoice.due_on ?? '',
  note: invoice.note ?? '',
  successUrl: invoice.success_url,
  lines: invoice.lines.map((line) => ({
    key: crypto.randomUUID(),
    description: line.description,
    quantity: line.quantity,
    unitPrice: toDecimal(fromExact(invoice.currency, line.unit_price_exact)),
    taxRate: line.tax_rate,
  })),
});

const decimal = (typed: string) => typed.trim().replace(',', '.');

export const linesOf = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);

function readLine(currency: FiatCode, line: LineFields): InvoiceLine | undefined {
  const quantity = parseQuantity(decimal(line.quantity));
  const taxRate = parseTaxRate(decimal(line.taxRate));
  const { amount: unitPrice } = readAmount(currency, line.unitPrice);
  return quantity === undefined || taxRate === undefined || !unitPrice ? undefined : { quantity, taxRate, unitPrice };
}

/** Returns the totals of the lines that are complete. */
export const totalsOf = (
  { currency, lines }: Pick<DraftFields, 'currency' | 'lines'>,
  rounding: TaxRounding,
): InvoiceTotals =>
  priceInvoice(
    currency,
    lines.flatMap((line) => readLine(currency, line) ?? []),
    rounding,
  );

/** Returns the body of the lines, or what is wrong with them. */
export function readLines(
  currency: FiatCode,
  lines: readonly LineFields[],
): { lines: InvoiceInput['lines']; problem?: undefined } | { lines?: undefined; problem: string } {
  for (const [at, line] of lines.entries()) {
    if (line.description.trim() === '') return { problem: `Line ${at + 1}: enter a description.` };
    if (readLine(currency, line) === undefined)
      return { problem: `Line ${at + 1}: enter a quantity and a price above zero, and a tax from 0 to 100 percent.` };
  }
  return {
    lines: lines.map((line) => ({
      description: line.description.trim(),
      quantity: decimal(line.quantity),
      unit_price: toDecimal(readAmount(currency, line.unitPrice).amount ?? { asset: currency, units: 0n }),
      tax_rate: decimal(line.taxRate),
    })),
  };
}

/** Returns the body of the form, or what is wrong with it. */
export function readDraft(
  fields: DraftFields,
): { body: InvoiceInput; problem?: undefined } | { body?: undefined; problem: string } {
  if (fields.name.trim() === '') return { problem: 'Enter the name of the customer.' };
  if (fields.dueOn === '') return { problem: 'Enter a due date.' };
  const { lines, problem } = readLines(fields.currency, fields.lines);
  if (!lines) return { problem };
  return {
    body: {
      currency: fields.currency,
      customer: {
        name: fields.name.trim(),
        email: fields.email.trim() || null,
        address: linesOf(fields.address),
        tax_number: fields.taxNumber.trim() || null,
      },
      lines,
      due_on: fields.dueOn,
      note: fields.note.trim() || null,
      success_url: fields.successUrl,
    },
  };
}
