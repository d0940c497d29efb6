import type { FiatCode } from '@florin/money';

/** The currencies of bank accounts, in the order in which a form offers them. */
export const accountCurrencies = [
  { value: 'EUR', label: 'Euro' },
  { value: 'GBP', label: 'Pound' },
  { value: 'USD', label: 'US dollar' },
] as const satisfies readonly { value: FiatCode; label: string }[];

/** Returns `Euro account`. */
export const accountInWords = (currency: FiatCode): string =>
  `${accountCurrencies.find(({ value }) => value === currency)?.label ?? currency} account`;

/** The currencies in a sentence, such as "None of your bank accounts is in euros." */
export const inCurrency: Record<FiatCode, string> = { EUR: 'euros', GBP: 'pounds', USD: 'US dollars' };
