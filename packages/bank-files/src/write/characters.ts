import anyAscii from 'any-ascii';
import { PaymentFileError } from './payment-file-error.ts';

/** The EPC's best practices (EPC217-08) for ASCII characters that banks do not pass on. */
const replacements: ReadonlyMap<string, string> = new Map([
  ['&', '+'],
  ['@', '(at)'],
  ['_', '-'],
  ['=', '-'],
  ['~', '-'],
  ['[', '('],
  ['{', '('],
  ['<', '('],
  [']', ')'],
  ['}', ')'],
  ['>', ')'],
  ['\\', '/'],
  ['|', '/'],
  ['"', "'"],
  ['`', "'"],
  [';', ','],
  ['!', '.'],
]);

const MAXIMUM_TEXT = 10_000;

/** Returns the text in the characters that every bank forwards: `a-z A-Z 0-9 / - ? : ( ) . , ' +` and the blank. */
export function latin(text: string): string {
  return ascii(text)
    .replace(/[^\w/\-?:().,'+ ]|_/g, (character) => replacements.get(character) ?? ' ')
    .replace(/\/{2,}/g, '/')
    .replace(/ {2,}/g, ' ');
}

/** Returns the text in the capital letters that NACHA files may contain. */
export const capitals = (text: string): string =>
  ascii(text)
    .toUpperCase()
    .replace(/[^\x20-\x7e]/g, ' ')
    .replace(/ {2,}/g, ' ');

/** Returns a name that fits. Throws if no part of the name can be written. */
export function latinName(name: string, maximum: number, whose: string): string {
  return named(cut(latin(name), maximum), name, whose);
}

export function capitalName(name: string, maximum: number, whose: string): string {
  return named(cut(capitals(name), maximum), name, whose);
}

/** Returns a text that fits. Returns null if no part of the text can be written. */
export function latinText(text: string | null | undefined, maximum: number): string | null {
  return cut(latin(text ?? ''), maximum) || null;
}

/** No field may begin or end with a slash. A field that begins with a hyphen or colon breaks SWIFT's older messages. */
function cut(text: string, maximum: number): string {
  const start = text.replace(/^[ /:-]+/, '');
  return trimmedEnd(start.slice(0, maximum));
}

function trimmedEnd(text: string): string {
  let end = text.length;
  while (end > 0 && (text[end - 1] === ' ' || text[end - 1] === '/')) end--;
  return text.slice(0, end);
}

function named(written: string, name: string, whose: string): string {
  if (/[A-Za-z0-9]/.test(written)) return written;
  throw new PaymentFileError(`${whose} "${name.slice(0, 70)}" has no letters that a payment file can contain.`);
}

/**
 * First composes decomposed letters, so their accents do not become separate characters. Leaves out pictures, because
 * the name of a picture is not part of a person's name.
 */
function ascii(text: string): string {
  const letters = text.slice(0, MAXIMUM_TEXT).normalize('NFC');
  return anyAscii(letters.replace(/\p{Extended_Pictographic}/gu, ' '));
}
