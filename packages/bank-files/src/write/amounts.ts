import { BankFileError } from '../bank-file.ts';
import { add, decimalsOf, parseDecimal, toText, zero, type Decimal } from '../decimal.ts';
import { PaymentFileError } from './payment-file-error.ts';

/** Reads an amount to pay, such as `12.50`. The amount is positive and has at most the decimals of its currency. */
export function amountToPay(text: string, currency: string, whose: string): Decimal {
  const amount = decimalOf(text, whose);
  if (amount.units <= 0n) throw new PaymentFileError(`${whose} must be more than zero, but it is ${text}.`);
  if (amount.scale > decimalsOf(currency))
    throw new PaymentFileError(`${whose} is ${text}, which has more decimals than ${currency} has.`);
  return amount;
}

export function decimalOf(text: string, whose: string): Decimal {
  try {
    return parseDecimal(text);
  } catch (error) {
    if (error instanceof BankFileError) throw new PaymentFileError(`${whose}: ${error.message}`);
    throw error;
  }
}

/** Returns an amount in cents. */
export function centsOf(text: string, whose: string): bigint {
  const { units, scale } = amountToPay(text, 'USD', whose);
  return units * 10n ** BigInt(2 - scale);
}

export const sumOf = (amounts: readonly Decimal[], currency: string): string =>
  toText(
    amounts.reduce((sum, amount) => add(sum, amount), zero),
    currency,
  );
