import {
  parseAmount,
  parseQuantity,
  parseTaxRate,
  quantityText,
  taxRateText,
  toDecimal,
  type FiatCode,
} from '@florin/money';
import type { DescribedLine, InvoiceContent, PrintedParty } from './invoice.ts';

export type StoredParty = { readonly name: string; readonly address: readonly string[]; readonly tax_number?: string };
export type StoredCustomer = StoredParty & { readonly email?: string };
/** A line with exact decimals. */
export type StoredLine = {
  readonly description: string;
  readonly quantity: string;
  readonly unit_price: string;
  readonly tax_rate: string;
};

export const storedParty = ({ name, address, taxNumber }: PrintedParty): StoredParty => ({
  name,
  address,
  ...(taxNumber !== undefined && { tax_number: taxNumber }),
});

export const storedCustomer = ({ email, ...party }: InvoiceContent['customer']): StoredCustomer => ({
  ...storedParty(party),
  ...(email !== undefined && { email }),
});

export const storedLines = (lines: readonly DescribedLine[]): StoredLine[] =>
  lines.map(({ description, quantity, unitPrice, taxRate }) => ({
    description,
    quantity: quantityText(quantity),
    unit_price: toDecimal(unitPrice),
    tax_rate: taxRateText(taxRate),
  }));

export const partyOf = ({ name, address, tax_number: taxNumber }: StoredParty): PrintedParty => ({
  name,
  address,
  taxNumber,
});

export function lineOf(currency: FiatCode, line: StoredLine): DescribedLine {
  const quantity = parseQuantity(line.quantity);
  const unitPrice = parseAmount(currency, line.unit_price).amount;
  const taxRate = parseTaxRate(line.tax_rate);
  if (quantity === undefined || !unitPrice || taxRate === undefined)
    throw new Error(`a stored invoice line cannot be read: ${JSON.stringify(line)}`);
  return { description: line.description, quantity, unitPrice, taxRate };
}
