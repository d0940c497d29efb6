import { canonicalEmail, noteMaximum, shownLine } from '@florin/contract';
import { fiatCodes, parseAmount, type Amount, type FiatCode } from '@florin/money';

/** The unparsed path and search parameters of a payment link. */
type LinkParts = {
  readonly email: string;
  readonly amount?: string | undefined;
  readonly currency?: string | undefined;
  readonly note?: string | undefined;
};

/** The content of a payment link. Do not trust it: anyone can write a link. */
export type PayLink = {
  readonly email: string;
  /** Undefined if the payer chooses. */
  readonly amount: Amount<FiatCode> | undefined;
  /** Undefined if the payer chooses. */
  readonly currency: FiatCode | undefined;
  readonly note: string;
  /** True if the link has an invalid amount. */
  readonly amountUnreadable: boolean;
};

/** Parses a payment link; undefined if its address is invalid. An amount without a currency is in USD. */
export function readPayLink(parts: LinkParts): PayLink | undefined {
  const email = canonicalEmail(parts.email);
  if (email === undefined) return undefined;
  const code = (parts.currency ?? 'USD').toUpperCase();
  const currency = fiatCodes.find((each) => each === code);
  const amount = currency && parseAmount(currency, parts.amount ?? '').amount;
  const isCurrencyFixed = parts.currency !== undefined || amount !== undefined;
  return {
    email,
    amount,
    currency: isCurrencyFixed ? currency : undefined,
    note: shownLine(parts.note ?? '').slice(0, noteMaximum),
    amountUnreadable: parts.amount !== undefined && amount === undefined,
  };
}
