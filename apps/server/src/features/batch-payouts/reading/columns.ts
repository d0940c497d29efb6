import type { BatchColumn } from '@florin/contract';
import { Refusal } from '../../../platform/refusal.ts';

/**
 * The accepted headings of each column, in the form that `plainHeading` returns. The template uses the first heading.
 */
const headings: Readonly<Record<BatchColumn, readonly string[]>> = {
  recipient: [
    'recipient',
    'email',
    'mail',
    'emailaddress',
    'recipientemail',
    'recipientoriban',
    'to',
    'payee',
    'beneficiary',
    'iban',
    'account',
    'bankaccount',
  ],
  amount: ['amount', 'sum', 'value', 'total', 'payment'],
  currency: ['currency', 'currencycode', 'ccy'],
  note: ['note', 'message', 'memo', 'description', 'text', 'purpose'],
  reference: ['reference', 'referencenumber', 'ref', 'yourreference', 'ownreference', 'externalid', 'id', 'invoice'],
};

const required: readonly BatchColumn[] = ['recipient', 'amount', 'currency'];

const plainHeading = (text: string) => text.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '');

const byHeading = new Map(
  Object.entries(headings).flatMap(([column, names]) => names.map((name) => [name, column as BatchColumn] as const)),
);

/** Returns the column with this heading. Case, spaces and punctuation do not matter. */
export const columnOf = (heading: string): BatchColumn | undefined => byHeading.get(plainHeading(heading));

/** The position of each column in the records. */
export type Places = ReadonlyMap<BatchColumn, number>;

/** Returns the positions of the columns. Refusals: `batch_file_refused` for missing, unknown and repeated columns. */
export function placesOf(header: readonly string[], records: readonly (readonly string[])[]): Places {
  const places = new Map<BatchColumn, number>();
  for (const [place, heading] of header.entries()) {
    if (heading.trim() === '') {
      if (records.some((cells) => (cells[place] ?? '').trim() !== ''))
        throw refused(`Column ${place + 1} has no heading. Name it or remove it.`);
      continue;
    }
    const column = columnOf(heading);
    if (!column)
      throw refused(`The column "${heading.trim().slice(0, 60)}" is not known. Remove it or rename it. ${known}`);
    if (places.has(column)) throw refused(`Two columns mean the ${column}. Keep one of them.`);
    places.set(column, place);
  }
  const missing = required.filter((column) => !places.has(column));
  if (missing.length > 0) throw refused(`The file has no column for the ${missing.join(' and the ')}. ${known}`);
  return places;
}

const known = 'The columns are recipient, amount, currency, note and reference.';

const refused = (sentence: string) => new Refusal('batch_file_refused', sentence);
