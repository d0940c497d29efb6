import { checkIban, checkUkAccount, type PaymentAccount } from '@florin/bank-files';
import type { FiatCode } from '@florin/money';

/** Returns the account of a payer in the form that a payment needs, or undefined if no scheme can pay to it. */
export function payerAccountOf(currency: FiatCode, text: string): PaymentAccount | undefined {
  const iban = checkIban(text);
  if (currency === 'EUR') return iban.ok ? { kind: 'iban', iban: iban.iban } : undefined;
  if (currency !== 'GBP') return undefined;
  const digits = iban.ok && iban.country === 'GB' ? iban.iban.slice(8) : text.replace(/[\s-]/g, '');
  if (!/^\d{14}$/.test(digits)) return undefined;
  const checked = checkUkAccount(digits.slice(0, 6), digits.slice(6));
  return checked.ok ? { kind: 'uk', sortCode: checked.sortCode, accountNumber: checked.accountNumber } : undefined;
}

/** The parts of a statement line that decide whether its money can go back. */
export type ReturnableLine = {
  readonly currency: FiatCode;
  readonly amount: bigint;
  readonly counterparty: string | null;
  readonly counterparty_account: string | null;
};

/** Returns why the money of a line cannot go back to its payer, or undefined if it can. */
export function whyNotReturnable(line: ReturnableLine, canPay: boolean): string | undefined {
  const { currency, amount, counterparty, counterparty_account: account } = line;
  if (amount <= 0n) return 'Only money that came in can go back.';
  if (!canPay) return `The account that received the money cannot pay ${currency} by file.`;
  if (counterparty === null) return 'The statement does not name the payer.';
  if (account === null) return 'The statement does not have the payer’s account number.';
  return payerAccountOf(currency, account)
    ? undefined
    : `The statement has ${account} as the payer’s account, which cannot be paid by file.`;
}
