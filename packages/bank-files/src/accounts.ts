import { extractIBAN, isValidBIC, validateIBAN, ValidationErrorsIBAN } from 'ibantools';
import { passesModulusCheck } from './uk-modulus.ts';

/** The problem with account details. Other modules contain the texts for people. */
export type IbanProblem = 'missing' | 'country' | 'length' | 'format' | 'check_digits';
export type BicProblem = 'missing' | 'format' | 'other_country';
export type UsAccountProblem =
  | 'routing_missing'
  | 'routing_length'
  | 'routing_check_digit'
  | 'account_missing'
  | 'account_format';
export type UkAccountProblem =
  | 'sort_code_missing'
  | 'sort_code_length'
  | 'account_missing'
  | 'account_length'
  | 'modulus';

/** The details in their stored form, or their problem. */
export type AccountCheck<Details, Problem> =
  | ({ readonly ok: true } & Details)
  | { readonly ok: false; readonly problem: Problem };

const wrong = <Problem>(problem: Problem) => ({ ok: false as const, problem });

/** Checks an IBAN in a person's spelling: with or without blanks, in capital or small letters. */
export function checkIban(
  text: string,
): AccountCheck<{ readonly iban: string; readonly country: string }, IbanProblem> {
  const iban = withoutSeparators(text).toUpperCase();
  if (iban === '') return wrong('missing');
  const { valid, errorCodes } = validateIBAN(iban);
  if (!valid) return wrong(ibanProblem(errorCodes));
  return { ok: true, iban, country: extractIBAN(iban).countryCode ?? iban.slice(0, 2) };
}

function ibanProblem(errors: readonly ValidationErrorsIBAN[]): IbanProblem {
  if (errors.includes(ValidationErrorsIBAN.NoIBANProvided)) return 'missing';
  if (errors.includes(ValidationErrorsIBAN.NoIBANCountry)) return 'country';
  if (errors.includes(ValidationErrorsIBAN.WrongBBANLength)) return 'length';
  if (errors.includes(ValidationErrorsIBAN.WrongBBANFormat)) return 'format';
  return 'check_digits';
}

/** Territories that have their own BICs, but use the IBANs of another country. */
const ibanCountries: ReadonlyMap<string, string> = new Map([
  ...['BL', 'GF', 'GP', 'MF', 'MQ', 'NC', 'PF', 'PM', 'RE', 'TF', 'WF', 'YT'].map((code) => [code, 'FR'] as const),
  ...['GG', 'IM', 'JE'].map((code) => [code, 'GB'] as const),
]);

/** Checks a BIC, and whether it can belong to an IBAN of this country. */
export function checkBic(text: string, ibanCountry?: string): AccountCheck<{ readonly bic: string }, BicProblem> {
  const bic = withoutSeparators(text).toUpperCase();
  if (bic === '') return wrong('missing');
  if (!isValidBIC(bic)) return wrong('format');
  const country = bic.slice(4, 6);
  const fits = ibanCountry === undefined || country === ibanCountry || ibanCountries.get(country) === ibanCountry;
  return fits ? { ok: true, bic } : wrong('other_country');
}

/**
 * Checks an ABA routing number with its check digit. Checks only the form of the account number, because it has no
 * check digit.
 */
export function checkUsAccount(
  routing: string,
  account: string,
): AccountCheck<{ readonly routing: string; readonly accountNumber: string }, UsAccountProblem> {
  const routingDigits = withoutSeparators(routing);
  if (routingDigits === '') return wrong('routing_missing');
  if (!/^\d{9}$/.test(routingDigits)) return wrong('routing_length');
  if (!isRoutingNumber(routingDigits)) return wrong('routing_check_digit');
  const accountNumber = account.replace(/\s/g, '');
  if (accountNumber === '') return wrong('account_missing');
  if (!/^(?=.*\d)[A-Za-z0-9-]{1,17}$/.test(accountNumber)) return wrong('account_format');
  return { ok: true, routing: routingDigits, accountNumber };
}

/** Federal Reserve districts, thrift institutions, electronic and traveler's check numbers. */
const routingPrefix = /^(?:0[0-9]|1[0-2]|2[1-9]|3[0-2]|6[1-9]|7[0-2]|80)/;
const routingWeights = [3, 7, 1];

function isRoutingNumber(digits: string): boolean {
  const sum = Array.from(digits, Number).reduce(
    (total, digit, index) => total + digit * (routingWeights[index % 3] ?? 0),
    0,
  );
  return routingPrefix.test(digits) && sum > 0 && sum % 10 === 0;
}

/** Checks a UK account with the banks' modulus check. Sort codes that are not in the table of this check pass. */
export function checkUkAccount(
  sortCode: string,
  account: string,
): AccountCheck<{ readonly sortCode: string; readonly accountNumber: string }, UkAccountProblem> {
  const sortDigits = withoutSeparators(sortCode);
  if (sortDigits === '') return wrong('sort_code_missing');
  if (!/^\d{6}$/.test(sortDigits)) return wrong('sort_code_length');
  const accountNumber = withoutSeparators(account);
  if (accountNumber === '') return wrong('account_missing');
  if (!/^\d{8}$/.test(accountNumber)) return wrong('account_length');
  return passesModulusCheck(sortDigits, accountNumber)
    ? { ok: true, sortCode: sortDigits, accountNumber }
    : wrong('modulus');
}

const withoutSeparators = (text: string): string => text.replace(/[\s\-\u2010-\u2015.]/g, '');
