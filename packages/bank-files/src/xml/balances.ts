import { BankFileError } from '../bank-file.ts';
import { negate, type Decimal } from '../decimal.ts';
import type { XmlElement } from './elements.ts';
import { directionOf, moneyOf, possibleDateOf, signed } from './values.ts';

export type Balance = {
  readonly type: string;
  readonly amount: Decimal;
  readonly currency: string | null;
  readonly date: string | null;
};

const bookedTypes: ReadonlySet<string> = new Set(['OPBD', 'PRCD', 'CLBD', 'ITBD']);

/**
 * Reads `Bal`. Returns null for available, forward and expected balances, because no movements connect two such
 * balances.
 */
export function balanceOf(element: XmlElement, warn: (text: string) => void): Balance | null {
  const type = (typeOf(element.at('Tp', 'CdOrPrtry')) ?? typeOf(element.at('Tp')) ?? '').toUpperCase();
  if (!bookedTypes.has(type)) return null;
  const { amount, currency } = moneyOf(element.only('Amt'));
  const direction = directionOf(element.only('CdtDbtInd'));
  if (direction === null && amount.units > 0n)
    throw new BankFileError(`The balance ${type} is neither a credit nor a debit (CdtDbtInd).`);
  const isNegative = amount.units < 0n;
  if (isNegative) warn(`The balance ${type} has a negative amount. It was read as a debit.`);
  const positive = isNegative ? negate(amount) : amount;
  return {
    type,
    amount: signed(positive, isNegative ? 'DBIT' : (direction ?? 'CRDT')),
    currency,
    date: possibleDateOf(element.at('Dt'), warn),
  };
}

const typeOf = (element: XmlElement | null): string | null => element?.textAt('Cd') ?? element?.textAt('Prtry') ?? null;

/**
 * Returns the balances before and after the lines. A statement over several days can have several opening and closing
 * balances. The pages of a long statement begin and end with interim balances (ITBD).
 */
export function openingAndClosing(balances: readonly Balance[]): { opening: Balance | null; closing: Balance | null } {
  const ofType = (type: string) => balances.filter((balance) => balance.type === type);
  const interim = ofType('ITBD');
  const opening = earliest(ofType('OPBD')) ?? earliest(ofType('PRCD'));
  const closing = latest(ofType('CLBD'));
  if (opening !== null && closing !== null) return { opening, closing };
  if (opening !== null) return { opening, closing: latest(interim) };
  if (closing !== null) return { opening: earliest(interim), closing };
  return { opening: interim.length > 1 ? earliest(interim) : null, closing: latest(interim) };
}

/** Returns the first balance of the earliest date. Orders balances without dates by their place. */
const earliest = (balances: readonly Balance[]): Balance | null =>
  balances.reduce<Balance | null>((best, next) => (best === null || isBefore(next, best) ? next : best), null);

/** Returns the last balance of the latest date. */
const latest = (balances: readonly Balance[]): Balance | null =>
  balances.reduce<Balance | null>((best, next) => (best === null || !isBefore(next, best) ? next : best), null);

const isBefore = (left: Balance, right: Balance): boolean =>
  left.date !== null && right.date !== null && left.date < right.date;
