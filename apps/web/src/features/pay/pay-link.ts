import { canonicalEmail, shownLine } from '@florin/contract';
import { fiatCodes, parseAmount, type Amount, type FiatCode } from '@florin/money';
import { noteMaximum } from '../../wallet-ui/send-money/send-fields.ts';

/** The path and the search of a payment link, as they are written. */
type Written = {
  readonly email: string;
  readonly amount?: string | undefined;
  readonly currency?: string | undefined;
  readonly note?: string | undefined;
};

/** What a payment link says. Anybody can write one: it proves nothing. */
export type PayLink = {
  readonly email: string;
  /** Undefined where the payer chooses. */
  readonly amount: Amount<FiatCode> | undefined;
  /** Undefined where the payer chooses. */
  readonly currency: FiatCode | undefined;
  readonly note: string;
  /** It asks for an amount that cannot be read. */
  readonly amountUnreadable: boolean;
};

/** Undefined where the address is none. Without a currency an amount is in dollars. */
export function readPayLink(written: Written): PayLink | undefined {
  const email = canonicalEmail(written.email);
  if (email === undefined) return undefined;
  const code = (written.currency ?? 'USD').toUpperCase();
  const currency = fiatCodes.find((each) => each === code);
  const amount = currency && parseAmount(currency, written.amount ?? '').amount;
  const isCurrencyAsked = written.currency !== undefined || amount !== undefined;
  return {
    email,
    amount,
    currency: isCurrencyAsked ? currency : undefined,
    note: shownLine(written.note ?? '').slice(0, noteMaximum),
    amountUnreadable: written.amount !== undefined && amount === undefined,
  };
}
