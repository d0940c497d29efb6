import { BankFileError } from '../bank-file.ts';
import { negate, parseDecimal, type Decimal } from '../decimal.ts';
import { dateOf } from '../two-digit-date.ts';

export type Balance = {
  readonly amount: Decimal;
  readonly currency: string | null;
  /** Null if the bank gives no date (`000000`). */
  readonly date: string | null;
};

const balanceText = /^(C|D)(\d{6})([A-Z]{3})?\s*([\d.,]+)\s*$/;
const amountText = /^(?:\d+(?:,\d*)?|,\d+|\d+\.\d{1,2})$/;

/**
 * Reads an amount with a decimal comma. A point is a decimal point only before one or two digits, because before
 * three digits it can separate thousands.
 */
export function parseAmount(text: string): Decimal {
  if (!amountText.test(text)) throw new BankFileError(`"${text.slice(0, 40)}" is not an amount.`);
  return parseDecimal(text);
}

/** Reads the fields 60 and 62: `C140507EUR500,`. */
export function parseBalance(text: string): Balance {
  const [, mark, date = '', currency, amount = ''] = balanceText.exec(text) ?? [];
  if (mark === undefined) throw new BankFileError(`"${text.slice(0, 40)}" is not a balance.`);
  const parsed = parseAmount(amount);
  return {
    amount: mark === 'D' ? negate(parsed) : parsed,
    currency: currency ?? null,
    date: date === '000000' ? null : existing(date),
  };
}

export function existing(yymmdd: string): string {
  const date = dateOf(yymmdd);
  if (date === null) throw new BankFileError(`The date ${yymmdd} does not exist.`);
  return date;
}
