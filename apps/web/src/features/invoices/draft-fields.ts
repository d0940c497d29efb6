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
  /** Callers of the API set this URL. The form keeps the URL. */
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

/** Returns the input of a person: the fields without the names and blanks that the form adds. */
export const typedIn = ({ lines, ...fields }: Pick<DraftFields, 'lines'>) => ({
  ...fields,
  lines: lines.flatMap(({ description, quantity, unitPrice, taxRate }) =>
    description || unitPrice ? [{ description, quantity, unitPrice, taxRate }] : [],
  ),
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

/** Returns the totals of the complete lines. */
export const totalsOf = (
  { currency, lines }: Pick<DraftFields, 'currency' | 'lines'>,
  rounding: TaxRounding,
): InvoiceTotals =>
  priceInvoice(
    currency,
    lines.flatMap((line) => readLine(currency, line) ?? []),
    rounding,
  );

/** The errors of fields, by the names of the request, such as `lines.0.quantity`. */
export type DraftErrors = Readonly<Record<string, string>>;

const lineErrors = (currency: FiatCode, line: LineFields): DraftErrors => ({
  ...(line.description.trim() === '' && { description: 'Enter a description.' }),
  ...(parseQuantity(decimal(line.quantity)) === undefined && {
    quantity: 'Enter more than 0, with 4 decimals at most.',
  }),
  ...(!readAmount(currency, line.unitPrice).amount && {
    unit_price: line.unitPrice.trim() === '' ? 'Enter a price.' : 'Enter more than 0, with 2 decimals at most.',
  }),
  ...(parseTaxRate(decimal(line.taxRate)) === undefined && { tax_rate: 'Enter 0 to 100, with 2 decimals at most.' }),
});

/** Returns the body of the lines, or the errors of the lines. */
export function readLines(
  currency: FiatCode,
  lines: readonly LineFields[],
): { lines: InvoiceInput['lines']; errors?: undefined } | { lines?: undefined; errors: DraftErrors } {
  const errors = Object.fromEntries(
    lines.flatMap((line, at) =>
      Object.entries(lineErrors(currency, line)).map(([name, text]) => [`lines.${at}.${name}`, text]),
    ),
  );
  if (Object.keys(errors).length > 0) return { errors };
  return {
    lines: lines.map((line) => ({
      description: line.description.trim(),
      quantity: decimal(line.quantity),
      unit_price: toDecimal(readAmount(currency, line.unitPrice).amount ?? { asset: currency, units: 0n }),
      tax_rate: decimal(line.taxRate),
    })),
  };
}

/** Returns the body of the form, or the errors of the form. */
export function readDraft(
  fields: DraftFields,
): { body: InvoiceInput; errors?: undefined } | { body?: undefined; errors: DraftErrors } {
  const { lines, errors: ofLines } = readLines(fields.currency, fields.lines);
  const errors = {
    ...(fields.name.trim() === '' && { name: 'Enter the name of the customer.' }),
    ...(fields.dueOn === '' && { due_on: 'Enter a due date.' }),
    ...ofLines,
  };
  if (!lines || Object.keys(errors).length > 0) return { errors };
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
