import type { FundingInstruction } from '@florin/contract';
import { toDecimal, type Amount } from '@florin/money';
import type { Pool } from '../../platform/database/pool.ts';
import type { OperatorAccount } from '../../providers/bank/bank.ts';
import { paymentReferenceOf } from './payment-references.ts';

const takes = {
  EUR: 'Usually 1 business day, seconds by instant transfer',
  GBP: 'Usually within 2 hours',
  USD: 'Usually 1 to 3 business days',
} as const;

type Transfers = {
  readonly accounts: readonly OperatorAccount[];
  readonly canSimulate: boolean;
  /** The amount in the QR code of its currency. Without an amount in the code, the payer enters the amount. */
  readonly amount?: Amount;
};

/** Returns the instructions for paying in: for each currency, the first account that holds members' money. */
export async function fundingInstructions(
  pool: Pool,
  userId: string,
  { accounts, canSimulate, amount }: Transfers,
): Promise<FundingInstruction[]> {
  const safeguarding = accounts.filter(({ purpose }) => purpose === 'safeguarding');
  const first = safeguarding.filter(
    ({ currency }, index) => safeguarding.findIndex((one) => one.currency === currency) === index,
  );
  if (first.length === 0) return [];
  const reference = await paymentReferenceOf(pool, userId);
  return first.map((account) => ({
    currency: account.currency,
    holder: account.holder,
    bank: account.bank,
    account: identifiersOf(account),
    reference,
    reference_printed: inGroups(reference),
    qr: epcCode(account, reference, amount?.asset === account.currency ? amount : undefined),
    takes: takes[account.currency],
    can_simulate: canSimulate,
  }));
}

function identifiersOf({ iban, bic, sort_code, routing_number, account_number }: OperatorAccount) {
  const all: readonly (readonly [string, string | undefined])[] = [
    ['IBAN', iban && inGroups(iban)],
    ['BIC', bic],
    ['Routing number', routing_number],
    ['Sort code', sort_code],
    ['Account number', account_number],
  ];
  return all.flatMap(([label, value]) => (value === undefined ? [] : [{ label, value }]));
}

const inGroups = (text: string): string => text.replace(/\s/g, '').replace(/.{4}(?=.)/g, '$& ');

/** Returns the content of a QR code for a euro transfer (EPC069-12, version 002, UTF-8). */
function epcCode(
  { currency, holder, iban, bic }: OperatorAccount,
  reference: string,
  amount: Amount | undefined,
): string | null {
  if (currency !== 'EUR' || iban === undefined) return null;
  const account = iban.replace(/\s/g, '');
  const euros = amount ? `EUR${toDecimal(amount)}` : '';
  return ['BCD', '002', '1', 'SCT', bic ?? '', holder.slice(0, 70), account, euros, '', reference].join('\n');
}
