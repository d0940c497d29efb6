import { Refusal } from '../refusal.ts';

/**
 * Digits as they are printed on cards: together, or with spaces or dashes between. Nothing may touch them: the digits of
 * an id, of a token or of a decimal are no number. A full stop that ends a sentence may.
 */
const printedDigits = /(?<![\w-]|\d\.)\d(?:[\s-]?\d)*(?![\w-]|\.\d)/g;
/** An IBAN, as people write it into a note: one in four would hold a card number by chance. */
const accountNumber = /\b[A-Z]{2}\d{2}(?: ?[A-Z\d]{4}){2,7}(?: ?[A-Z\d]{1,3})?\b/g;
const fewestDigits = 13;
const mostDigits = 19;

/** What may be such a number by chance and is no card's, or is never read by anybody. */
const exempt: ReadonlySet<string> = new Set(['phone', 'id_number', 'idNumber', 'password', 'current_password']);

/**
 * No card number may reach this server, wherever somebody writes it: it would be kept, and we would have to keep it the
 * way card companies ask. Refusals: `invalid_request`.
 */
export function assertNoCardNumber(body: unknown): void {
  const field = fieldWithCard(body);
  if (field === undefined) return;
  throw new Refusal('invalid_request', 'This looks like a card number. Florin never needs one: please take it out.', {
    fields: { [field]: 'This looks like a card number.' },
  });
}

function fieldWithCard(value: unknown, name = 'body'): string | undefined {
  if (typeof value === 'string') return hasCardNumber(value) ? name : undefined;
  if (typeof value !== 'object' || value === null) return undefined;
  for (const [key, inner] of Object.entries(value)) {
    const found = exempt.has(key) ? undefined : fieldWithCard(inner, name === 'body' ? key : `${name}.${key}`);
    if (found !== undefined) return found;
  }
  return undefined;
}

const hasCardNumber = (text: string) =>
  (text.replaceAll(accountNumber, ' ').match(printedDigits) ?? []).some(holdsCardNumber);

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
