import { BankFileError } from '../bank-file.ts';
import { negate, type Decimal } from '../decimal.ts';
import { dateNear, dateOf, endOfFebruary } from '../two-digit-date.ts';
import { existing, parseAmount } from './balance.ts';

/** The data of field 61 about a movement. */
export type Entry = {
  readonly booked: string;
  readonly value: string;
  readonly amount: Decimal;
  readonly reversal: boolean;
  /** True for `EC` and `ED`: the bank expects the movement, but has not booked it. */
  readonly expected: boolean;
  /** `NTRF`, `N051`, or null. */
  readonly type: string | null;
  /** The account owner's reference. */
  readonly reference: string | null;
  readonly bankReference: string | null;
  /** The lines after the first, as one text. */
  readonly supplement: string | null;
  readonly counterparty: string | null;
  readonly counterpartyAccount: string | null;
  readonly warning: string | null;
};

const firstLine = /^(\d{6})(\d{4})?\s?(R?[CD]|E[CD])([A-Z])?\s?([\d.,]+)\s*(.*)$/s;
const typeAndReference = /^([A-Z][A-Z0-9 ]{3})(.*)$/s;
const account = /^(?:[A-Z]{2}\d{2}[A-Z0-9]{10,30}|P\d{9})$/;

/** Reads field 61. */
export function parseEntry(lines: readonly string[]): Entry {
  const [first = '', ...others] = lines;
  const [, valueDate = '', entryDate, mark, , amountText = '', rest = ''] = firstLine.exec(first) ?? [];
  if (mark === undefined) throw new BankFileError(`Field 61 "${first.slice(0, 40)}" has no date, mark and amount.`);
  const amount = parseAmount(amountText);
  const supplement = others.join(' ').trim();
  const isDebit = mark === 'D' || mark === 'RC' || mark === 'ED';
  return {
    ...datesOf(valueDate, entryDate),
    amount: isDebit ? negate(amount) : amount,
    reversal: mark === 'RC' || mark === 'RD',
    expected: mark === 'EC' || mark === 'ED',
    ...referencesOf(rest, supplement),
    supplement: supplement === '' ? null : supplement,
  };
}

function datesOf(valueDate: string, entryDate: string | undefined): Pick<Entry, 'booked' | 'value' | 'warning'> {
  const value = dateOf(valueDate);
  if (entryDate === undefined) return { booked: existing(valueDate), value: existing(valueDate), warning: null };
  // German banks count 30 days in each month for interest, so value dates such as 30 February are common.
  const near = value ?? endOfFebruary(valueDate) ?? existing(valueDate);
  const booked = dateNear(entryDate, near);
  if (booked === null) throw new BankFileError(`The date ${entryDate} does not exist.`);
  const warning = value === null ? `The value date ${valueDate} does not exist. It was read as ${near}.` : null;
  return { booked, value: near, warning };
}

type References = Pick<Entry, 'type' | 'reference' | 'bankReference' | 'counterparty' | 'counterpartyAccount'>;

function referencesOf(rest: string, supplement: string): References {
  const [, type, typed = ''] = rest.startsWith('NONREF') ? [] : (typeAndReference.exec(rest) ?? []);
  const references = type === undefined ? rest : typed;
  const cut = references.indexOf('//');
  const own = cut === -1 ? references : references.slice(0, cut);
  const inColumns = cut === -1 ? columnsOf(references) : null;
  return {
    type: type?.trim() ?? null,
    reference: inColumns ? null : meaningful(own.trim()),
    bankReference: cut === -1 ? null : references.slice(cut + 2).trim(),
    counterparty: inColumns?.name ?? null,
    counterpartyAccount: inColumns ? inColumns.account : account.test(supplement) ? supplement : null,
  };
}

/** The older format of Rabobank has the other party's account in 16 columns, then the name. */
function columnsOf(references: string) {
  const [number = ''] = /^(?:NONREF|P?\d{9,10}) +$/.exec(references.slice(0, 16)) ?? [];
  const name = references.slice(16).trim();
  if (number === '' || name === '') return null;
  return { name, account: number.startsWith('NONREF') ? null : number.trim() };
}

/** Words of banks for "no reference" and "see field 86", and single letters. */
const meaningful = (reference: string): string | null =>
  /^(?:.?|NO ?REF|NON ?REF|[EKP]REF\+?|MARF)$/s.test(reference) ? null : reference;
