import { domainToUnicode } from 'node:url';
import { typingErrors } from './typing-errors.ts';

/**
 * Letters of other alphabets that look like Latin letters in forged domains, and the Latin letters in the same order.
 */
const foreign = Array.from('аеорсхуіјѕԁһӏαορνιıɡ');
const latin = Array.from('aeopcxyijsdhlaopviig');
const looksLike = new Map(foreign.map((letter, i) => [letter, latin[i] ?? letter]));

/** In a shorter local part, two changes may lead to another person's address. */
const shortLocalPart = 5;

/**
 * Returns the known address that the given address resembles without being equal. Such addresses look the same or
 * differ by one or two typing errors. Returns the nearest of several known addresses.
 */
export function findLookAlike<Known extends { readonly email: string }>(
  email: string,
  known: readonly Known[],
): Known | undefined {
  const seen = seenAs(email);
  let nearest: { readonly known: Known; readonly distance: number } | undefined;
  for (const one of known) {
    if (one.email === email) continue;
    const distance = seenAs(one.email) === seen ? 0 : typingErrors(one.email, email);
    const maxErrors = Math.min(localPart(one.email).length, localPart(email).length) < shortLocalPart ? 1 : 2;
    if (distance <= maxErrors && distance < (nearest?.distance ?? Infinity)) nearest = { known: one, distance };
  }
  return nearest?.known;
}

const localPart = (email: string) => email.slice(0, email.lastIndexOf('@'));

/**
 * Returns the address in the form that a hurried reader sees: without dots and tag, and with similar characters
 * unified.
 */
function seenAs(email: string): string {
  const local = localPart(email).replace(/\+.*$/, '').replaceAll('.', '');
  const domain = domainToUnicode(email.slice(email.lastIndexOf('@') + 1));
  return `${fold(local)}@${fold(domain)}`;
}

const fold = (text: string) =>
  (isAscii(text) ? text : latinized(text)).replaceAll('0', 'o').replaceAll(/[1i]/g, 'l').replaceAll('rn', 'm');

/** Fast path: almost every address is ASCII and needs no letter-by-letter mapping. */
const isAscii = (text: string) => !/[^ -~]/.test(text);

const latinized = (text: string) =>
  Array.from(text.normalize('NFKD').replaceAll(/\p{M}/gu, ''), (letter) => looksLike.get(letter) ?? letter).join('');
