import { domainToUnicode } from 'node:url';
import { typingErrors } from './typing-errors.ts';

/** Letters of other alphabets that look like Latin ones, as forged domains use them, and what they look like. */
const foreign = Array.from('аеорсхуіјѕԁһӏαορνιıɡ');
const latin = Array.from('aeopcxyijsdhlaopviig');
const looksLike = new Map(foreign.map((letter, i) => [letter, latin[i] ?? letter]));

/** In an address this short two changes make somebody else. */
const shortLocalPart = 5;

/**
 * The one of the known addresses that another looks like without being it: the same to the eye, or one or two mistyped
 * characters away. The nearest, if there are several.
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
    const most = Math.min(localPart(one.email).length, localPart(email).length) < shortLocalPart ? 1 : 2;
    if (distance <= most && distance < (nearest?.distance ?? Infinity)) nearest = { known: one, distance };
  }
  return nearest?.known;
}

const localPart = (email: string) => email.slice(0, email.lastIndexOf('@'));

/** The address as a hurried reader sees it: dots and a tag do not count, and what looks the same is the same. */
function seenAs(email: string): string {
  const local = localPart(email).replace(/\+.*$/, '').replaceAll('.', '');
  const domain = domainToUnicode(email.slice(email.lastIndexOf('@') + 1));
  return `${fold(local)}@${fold(domain)}`;
}

const fold = (text: string) =>
  (isAscii(text) ? text : latinised(text)).replaceAll('0', 'o').replaceAll(/[1i]/g, 'l').replaceAll('rn', 'm');

/** As almost every address is: of a thousand, hardly any has to be gone through letter by letter. */
const isAscii = (text: string) => !/[^ -~]/.test(text);

const latinised = (text: string) =>
  Array.from(text.normalize('NFKD').replaceAll(/\p{M}/gu, ''), (letter) => looksLike.get(letter) ?? letter).join('');
