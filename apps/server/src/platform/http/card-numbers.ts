import { Refusal } from '../refusal.ts';

/**
 * Thirteen to nineteen digits, as they are printed on cards: together, or with spaces or dashes between. Nothing may
 * touch them: the digits of an id or of a token are no number.
 */
const longNumber = /(?<![\w.-])\d(?:[ -]?\d){12,18}(?![\w.-])/g;

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

const hasCardNumber = (text: string) => (text.match(longNumber) ?? []).some(passesLuhn);

/** The check digit that card numbers have, and one in ten other numbers. */
function passesLuhn(text: string): boolean {
  const digits = Array.from(text.replaceAll(/\D/g, ''), Number).toReversed();
  const sum = digits.reduce((total, digit, place) => {
    const counted = place % 2 === 0 ? digit : digit * 2;
    return total + (counted > 9 ? counted - 9 : counted);
  }, 0);
  return sum % 10 === 0;
}
