import { generate } from 'node-iso11649';

/** The longest creditor reference of ISO 11649, and the shortest, with one character after the check digits. */
const MAXIMUM_LENGTH = 25;
const MINIMUM_LENGTH = 5;

/** Returns the creditor reference with the given text: 1 to 21 letters and digits. */
export const paymentReferenceFor = (own: string): string => generate({ reference: own });

/** Returns the structured reference if it is valid, or the best candidate in the text. */
export function paymentReferenceIn(structured: string | null, text: string | null): string | null {
  const own = structured?.replace(/\s/g, '').toUpperCase() ?? '';
  if (isReference(own)) return own;
  return paymentReferencesIn(text)[0] ?? null;
}

/**
 * Returns all parts of a text that can be a valid creditor reference, most likely first. People write references with
 * blanks, in lower case, after a label or across lines. One in 97 other texts passes the two check digits, so compare
 * the candidates with the issued references.
 */
export function paymentReferencesIn(text: string | null): readonly string[] {
  if (text === null) return [];
  const upper = text.toUpperCase();
  const found: Candidate[] = [];
  for (let at = upper.indexOf('RF'); at >= 0; at = upper.indexOf('RF', at + 1)) found.push(...candidatesAt(upper, at));
  const whole = found.filter(({ words }) => words === 1);
  const written = found.filter(({ words }) => words > 1).sort((a, b) => b.reference.length - a.reference.length);
  return [...new Set([...whole, ...written].map(({ reference }) => reference))];
}

/** A reference and its number of words. */
type Candidate = { readonly reference: string; readonly words: number };

/** Returns the valid references that start at this position and end after one of the next words. */
function candidatesAt(text: string, start: number): readonly Candidate[] {
  const found: Candidate[] = [];
  const words = text.slice(start, start + 3 * MAXIMUM_LENGTH).split(/\s+/);
  let joined = '';
  for (const [index, word] of words.entries()) {
    const [letters = ''] = /^[A-Z0-9]*/.exec(word) ?? [];
    joined += letters;
    if (joined.length > MAXIMUM_LENGTH) break;
    if (isReference(joined)) found.push({ reference: joined, words: index + 1 });
    if (letters !== word) break; // a character that no reference has
  }
  return found;
}

const isReference = (text: string): boolean =>
  text.length >= MINIMUM_LENGTH &&
  text.length <= MAXIMUM_LENGTH &&
  /^RF(?!0[01]|99)\d\d[A-Z0-9]+$/.test(text) &&
  remainder(text.slice(4) + text.slice(0, 4)) === 1;

/** Returns the remainder by 97 of the number that a text represents: A is 10, B is 11 and so on. */
function remainder(text: string): number {
  let rest = 0;
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    rest = (code < LETTER_A ? rest * 10 + code - DIGIT_0 : rest * 100 + code - LETTER_A + 10) % 97;
  }
  return rest;
}

const DIGIT_0 = '0'.charCodeAt(0);
const LETTER_A = 'A'.charCodeAt(0);
