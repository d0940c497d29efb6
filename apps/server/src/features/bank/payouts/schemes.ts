import type { PayoutScheme } from '@florin/contract';
import type { OperatorAccount } from '../../../providers/bank/bank.ts';

/** The schemes in which an account can pay, the usual scheme first. */
export function schemesOf(account: OperatorAccount): readonly PayoutScheme[] {
  const { currency, iban, sort_code, routing_number, account_number, nacha } = account;
  switch (currency) {
    case 'EUR':
      return iban === undefined ? [] : ['sepa', 'sepa-instant'];
    case 'GBP':
      return sort_code !== undefined && account_number !== undefined ? ['gbp-domestic'] : [];
    case 'USD': {
      const hasNumber = iban !== undefined || (routing_number !== undefined && account_number !== undefined);
      return [...(nacha ? (['nacha'] as const) : []), ...(hasNumber ? (['usd-cross-border'] as const) : [])];
    }
  }
}

/** Returns the settings of FLORIN_CONFIG that the account needs to pay, or to pay as cheaply as possible. */
export function missingFor(account: OperatorAccount): string | null {
  const { id, currency, nacha } = account;
  if (currency === 'USD' && !nacha) return `To pay by NACHA, add nacha to ${id} in the file of FLORIN_CONFIG.`;
  if (schemesOf(account).length > 0) return null;
  return `To pay by file, add ${currency === 'EUR' ? 'iban' : 'sort_code and account_number'} to ${id} in the file of FLORIN_CONFIG.`;
}

/** Returns whether the account with this id can pay by file. */
export const canPayByFile = (accounts: readonly OperatorAccount[], id: string): boolean =>
  accounts.some((account) => account.id === id && schemesOf(account).length > 0);

/** A bank recognizes the format by the end of the name. */
export const fileName = (batch: {
  readonly number: bigint | number;
  readonly account: string;
  readonly scheme: PayoutScheme;
}): string => `batch-${batch.number}-${batch.account}.${batch.scheme === 'nacha' ? 'ach' : 'xml'}`;
