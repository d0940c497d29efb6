import { Refusal } from '../../platform/refusal.ts';

/**
 * Digits as printed on cards: without separators, or with spaces or dashes between them. A match must not touch
 * letters, dashes or decimals, as in ids, tokens and decimal numbers. A full stop may follow the match.
 */
const printedDigits = /(?<![\w-]|\d\.)\d(?:[\s-]?\d)*(?![\w-]|\.\d)/g;
/** An IBAN as people write it in notes. One in four IBANs contains a card number by chance. */
const accountNumber = /\b[A-Z]{2}\d{2}(?: ?[A-Z\d]{4}){2,7}(?: ?[A-Z\d]{1,3})?\b/g;
/** An email address, which may contain digits. The bounds keep the match linear in the length of the text. */
const emailAddress = /(?<![\w.%+'-])[\w.%+'-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63})+/g;
/**
 * A telephone number with a plus and up to fifteen digits. One in ten telephone numbers passes as a card number by
 * chance.
 */
const telephone = /(?<![\w+])\+\d(?:[\s-]?\d){6,14}(?![\s-]?\d)/g;
/** A web address, which may contain the number of an order or a picture. Bounded like the email address. */
const webAddress = /\bhttps?:\/\/\S{1,2000}/gi;
const minDigits = 13;
const maxDigits = 19;
/** Until 2033, thirteen digits beginning with 1 are a time in milliseconds. No card number begins with such digits. */
const minNumber = 2e12;

/** Fields that can match by chance, or that no person ever reads. */
const exempt: ReadonlySet<string> = new Set(['phone', 'id_number', 'idNumber', 'password', 'current_password']);

/**
 * The field of a bank account number. One in ten numbers of 13 or more digits passes as a card number by chance. In
 * this field a number must therefore also begin like a card of its length.
 */
const bankAccountField = 'account_number';
/** The first digits of Visa, Mastercard, American Express, Discover, JCB, Diners Club and UnionPay numbers. */
const cardBeginnings =
  /^(?:4\d{15}|5[1-5]\d{14}|2(?:22[1-9]|2[3-9]\d|[3-6]\d\d|7[01]\d|720)\d{12}|3[47]\d{13}|(?:6011|64[4-9]\d|65\d\d|35(?:2[89]|[3-8]\d)|62\d\d)\d{12}|3(?:0[0-5]|[689]\d)\d{11})$/;

/**
 * Rejects card numbers in any field of a request. Storing a card number would put Florin under the rules of the card
 * companies. Unknown fields are checked too, because a client that sends a card number there does not know this rule.
 * Refusals: `invalid_request`.
 *
 * @param read the parsed request: known texts are checked in the form that would be stored
 */
export function assertNoCardNumber(sent: unknown, read?: unknown): void {
  const field = fieldWithCard(sent, read, 'body');
  if (field === undefined) return;
  throw new Refusal('invalid_request', 'This looks like a card number. {{brand}} never needs one: please remove it.', {
    fields: { [field]: 'This looks like a card number.' },
  });
}

function fieldWithCard(sent: unknown, read: unknown, name: string): string | undefined {
  if (typeof sent === 'string') return isRefused(typeof read === 'string' ? read : sent, name) ? name : undefined;
  if (typeof sent === 'number') return isCardNumber(sent) ? name : undefined;
  if (typeof sent !== 'object' || sent === null) return undefined;
  for (const [key, inner] of Object.entries(sent)) {
    if (exempt.has(key)) continue;
    if (hasCardNumber(key)) return name;
    const found = fieldWithCard(inner, readOf(read, key), name === 'body' ? key : `${name}.${key}`);
    if (found !== undefined) return found;
  }
  return undefined;
}

const readOf = (read: unknown, key: string): unknown =>
  typeof read === 'object' && read !== null && Object.hasOwn(read, key) ? read[key as keyof typeof read] : undefined;

function isRefused(text: string, name: string): boolean {
  if (name.split('.').at(-1) !== bankAccountField) return hasCardNumber(text);
  const digits = text.replaceAll(/[\s-]/g, '');
  return /^\d+$/.test(digits) ? cardBeginnings.test(digits) && passesLuhn(digits) : hasCardNumber(text);
}

const hasCardNumber = (text: string) =>
  text.length >= minDigits && (withoutOtherNumbers(text).match(printedDigits) ?? []).some(containsCardNumber);

const withoutOtherNumbers = (text: string) =>
  text
    .replaceAll(webAddress, ' @ ')
    .replaceAll(accountNumber, ' ')
    .replaceAll(emailAddress, ' @ ')
    .replaceAll(telephone, ' @ ');

/** Amounts have at most twelve digits before the point. A larger number is an id, a time or a card number. */
const isCardNumber = (value: number) =>
  value >= minNumber && value < 10 ** maxDigits && Number.isInteger(value) && passesLuhn(String(value));

/**
 * Checks the text from every space to every later space, because the expiry date and the security code may follow the
 * number.
 */
function containsCardNumber(printed: string): boolean {
  const groups = printed.replaceAll('-', '').split(/\s/);
  return groups.some((_, first) => {
    let digits = '';
    for (let last = first; last < groups.length; last++) {
      digits += groups[last];
      if (digits.length > maxDigits) return false;
      if (digits.length >= minDigits && passesLuhn(digits)) return true;
    }
    return false;
  });
}

/** Checks the Luhn check digit, which all card numbers and one in ten other numbers have. */
function passesLuhn(number: string): boolean {
  let sum = 0;
  for (let place = 0; place < number.length; place++) {
    const digit = number.charCodeAt(number.length - 1 - place) - 48; // '0'
    const counted = place % 2 === 0 ? digit : digit * 2;
    sum += counted > 9 ? counted - 9 : counted;
  }
  return sum % 10 === 0;
}
