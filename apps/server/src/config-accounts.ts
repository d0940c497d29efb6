import { checkBic, checkIban, checkUkAccount, checkUsAccount } from '@florin/bank-files';

type Numbers = {
  readonly currency: string;
  readonly iban?: string | undefined;
  readonly bic?: string | undefined;
  readonly account_number?: string | undefined;
  readonly sort_code?: string | undefined;
  readonly routing_number?: string | undefined;
};

type Problem = { readonly field: keyof Numbers; readonly sentence: string };

/**
 * Returns the mistyped or missing numbers of an operator account. Members pay to these numbers, and statements are
 * found by them.
 */
export function problemsOfNumbers(account: Numbers): Problem[] {
  const { currency, iban, bic, account_number: number, sort_code: sortCode, routing_number: routing } = account;
  const problems: Problem[] = [];
  const add = (field: keyof Numbers, sentence: string) => problems.push({ field, sentence });
  if (iban !== undefined && !checkIban(iban).ok) add('iban', `must be an IBAN, not ${iban}. Check every digit`);
  if (bic !== undefined && !checkBic(bic).ok) add('bic', `must be a BIC of 8 or 11 characters, not ${bic}`);
  if (currency === 'GBP' && iban === undefined && sortCode === undefined) add('sort_code', 'is missing');
  if (number === undefined) {
    if (sortCode !== undefined || routing !== undefined) add('account_number', 'is missing');
    return problems;
  }
  const uk = sortCode === undefined ? undefined : checkUkAccount(sortCode, number);
  // The modulus table may be older than the account, so a mismatch is accepted.
  if (uk?.ok === false && uk.problem !== 'modulus')
    add('sort_code', `must have 6 digits and account_number 8, not ${sortCode} ${number}`);
  if (routing !== undefined && !checkUsAccount(routing, number).ok)
    add(
      'routing_number',
      `and account_number must be those of one account, not ${routing} ${number}. Check every digit`,
    );
  return problems;
}
