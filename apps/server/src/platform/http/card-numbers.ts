import { Refusal } from '../refusal.ts';

/**
 * Digits as they are printed on cards: together, or with spaces or dashes between. Nothing may touch them: the digits of
 * an id, of a token or of a decimal are no number. A full stop that ends a sentence may.
 */
const printedDigits = /(?<![\w-]|\d\.)\d(?:[\s-]?\d)*(?![\w-]|\.\d)/g;
/** An IBAN, as people write it into a note: one in four would hold a card number by chance. */
const accountNumber = /\b[A-Z]{2}\d{2}(?: ?[A-Z\d]{4}){2,7}(?: ?[A-Z\d]{1,3})?\b/g;
/** An email address: its digits are a name that somebody chose. Bounded, so that a long text costs its length only. */
const emailAddress = /(?<![\w.%+'-])[\w.%+'-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63})+/g;
/** A telephone number with its plus, of the fifteen digits that it can have. One in ten would be a card's by chance. */
const telephone = /(?<![\w+])\+\d(?:[\s-]?\d){6,14}(?![\s-]?\d)/g;
/** A web address: its digits identify an order or a picture. Bounded as above. */
const webAddress = /\bhttps?:\/\/\S{1,2000}/gi;
const fewestDigits = 13;
const mostDigits = 19;
/** Thirteen digits that begin with a 1 are a moment in milliseconds, until 2033, and no card's. */
const leastNumber = 2e12;

/** What may be such a number by chance and is no card's, or is never read by anybody. */
const exempt: ReadonlySet<string> = new Set(['phone', 'id_number', 'idNumber', 'password', 'current_password']);

/**
 * No card number may reach this server, wherever somebody writes it: it would be kept, and we would have to keep it the
 * way card companies ask. A field that no call knows is looked at too: whoever sends one there has not understood that
 * it must not be sent. Refusals: `invalid_request`.
 *
 * @param read what the call's schema made of it: a text that it knows is looked at in the form in which it would be kept
 */
export function assertNoCardNumber(sent: unknown, read?: unknown): void {
  const field = fieldWithCard(sent, read, 'body');
  if (field === undefined) return;
  throw new Refusal('invalid_request', 'This looks like a card number. Florin never needs one: please take it out.', {
    fields: { [field]: 'This looks like a card number.' },
  });
}

function fieldWithCard(sent: unknown, read: unknown, name: string): string | undefined {
  if (typeof sent === 'string') return hasCardNumber(typeof read === 'string' ? read : sent) ? name : undefined;
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

const hasCardNumber = (text: string) =>
  text.length >= fewestDigits && (withoutOtherNumbers(text).match(printedDigits) ?? []).some(holdsCardNumber);

const withoutOtherNumbers = (text: string) =>
  text
    .replaceAll(webAddress, ' @ ')
    .replaceAll(accountNumber, ' ')
    .replaceAll(emailAddress, ' @ ')
    .replaceAll(telephone, ' @ ');

/** Amounts have twelve digits before the point at most. What is larger is an id, a moment or a card's. */
const isCardNumber = (value: number) =>
  value >= leastNumber && value < 10 ** mostDigits && Number.isInteger(value) && passesLuhn(String(value));

/** From any space to any other: behind the number there may stand when the card expires and its security code. */
function holdsCardNumber(printed: string): boolean {
  const groups = printed.replaceAll('-', '').split(/\s/);
  return groups.some((_, first) => {
    let digits = '';
    for (let last = first; last < groups.length; last++) {
      digits += groups[last];
      if (digits.length > mostDigits) return false;
      if (digits.length >= fewestDigits && passesLuhn(digits)) return true;
    }
    return false;
  });
}

/** The check digit that card numbers have, and one in ten other numbers. */
function passesLuhn(number: string): boolean {
  let sum = 0;
  for (let place = 0; place < number.length; place++) {
    const digit = number.charCodeAt(number.length - 1 - place) - 48; // '0'
    const counted = place % 2 === 0 ? digit : digit * 2;
    sum += counted > 9 ? counted - 9 : counted;
  }
  return sum % 10 === 0;
}
