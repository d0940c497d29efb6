import { BankFileError } from '../bank-file.ts';
import { negate, parseDecimal, type Decimal } from '../decimal.ts';
import { isPlaceholder } from '../output.ts';
import type { XmlElement } from './elements.ts';

export type Direction = 'CRDT' | 'DBIT';
export type Money = { readonly amount: Decimal; readonly currency: string | null };

/** Returns the amount of an element such as `<Amt Ccy="EUR">`. Throws a `BankFileError` for an invalid amount. */
export function moneyOf(element: XmlElement | null): Money {
  if (element === null) throw new BankFileError('The amount (Amt) is missing.');
  const currency = element.currency === null || element.currency === '' ? null : element.currency.toUpperCase();
  return { amount: parseDecimal(element.text() ?? ''), currency };
}

/** Returns the amount of an element, or null without an amount. Use this function for amounts that are not decisive. */
export function possibleMoneyOf(element: XmlElement | null): Money | null {
  const text = element?.text() ?? '';
  return /^[+-]?\d{1,30}(?:\.\d{0,10})?$/.test(text) ? moneyOf(element) : null;
}

/** Returns the credit or debit indicator. Returns null for a missing indicator. */
export function directionOf(element: XmlElement | null): Direction | null {
  const text = element?.text()?.toUpperCase() ?? null;
  if (text === null || text === 'CRDT' || text === 'DBIT') return text;
  throw new BankFileError(`"${text.slice(0, 40)}" is neither a credit (CRDT) nor a debit (DBIT).`);
}

export const signed = (amount: Decimal, direction: Direction): Decimal =>
  direction === 'DBIT' ? negate(amount) : amount;

const dateText = /^(\d{4})-(\d\d)-(\d\d)(?![\d.])/;

/**
 * Returns the date of an element with `Dt` or `DtTm`, or with the date itself. No time zone changes the written date.
 */
export function dateOf(element: XmlElement | null): string | null {
  const text = element?.textAt('Dt') ?? element?.textAt('DtTm') ?? element?.text() ?? null;
  if (text === null) return null;
  const [date, year, month, day] = dateText.exec(text) ?? [];
  if (date === undefined || !isDay(Number(year), Number(month), Number(day)))
    throw new BankFileError(`"${text.slice(0, 40)}" is not a date.`);
  return date;
}

/** Returns the date, or null with a warning. Use this function for dates that do not affect money. */
export function possibleDateOf(element: XmlElement | null, warn: (text: string) => void): string | null {
  try {
    return dateOf(element);
  } catch (error) {
    if (!(error instanceof BankFileError)) throw error;
    warn(error.message);
    return null;
  }
}

function isDay(year: number, month: number, day: number): boolean {
  const isLeap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  const days = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1] ?? 0;
  return year >= 1 && day >= 1 && day <= days; // PostgreSQL has no year 0
}

/** Returns whether an indicator such as `RvslInd` is set. */
export const isTrue = (text: string | null): boolean => text?.toLowerCase() === 'true' || text === '1';

/** Returns the account's number without blanks: the IBAN, or any other kind of number in a version of the standard. */
export function accountNumberOf(account: XmlElement | null): string | null {
  const id = account?.at('Id') ?? null;
  const number =
    id?.textAt('IBAN') ??
    id?.textAt('Othr', 'Id') ??
    id?.textAt('BBAN') ??
    id?.textAt('PrtryAcct', 'Id') ??
    id?.textAt('UPIC') ??
    id?.text() ??
    null;
  return number?.replace(/\s+/g, '') ?? null;
}

/** Returns the party's name. Reads the forms of all versions. */
export const nameOf = (party: XmlElement | null): string | null =>
  party?.textAt('Nm') ?? party?.textAt('Pty', 'Nm') ?? party?.textAt('Agt', 'FinInstnId', 'Nm') ?? null;

/** Returns the bank's code for the kind of a movement: `PMNT-RCDT-ESCT`, or a proprietary code. */
export function transactionCodeOf(element: XmlElement | null): string | null {
  const domain = element?.at('Domn') ?? null;
  const parts = [domain?.textAt('Cd'), domain?.textAt('Fmly', 'Cd'), domain?.textAt('Fmly', 'SubFmlyCd')];
  const known = parts.filter((part) => part !== null && part !== undefined);
  return known.length > 0 ? known.join('-') : (element?.textAt('Prtry', 'Cd') ?? null);
}

/** Returns the first real id, not a word such as "none". */
export function firstProvided(...ids: readonly (string | null)[]): string | null {
  for (const id of ids) if (id !== null && !isPlaceholder(id)) return id;
  return null;
}
