/** The reason for a rejection, in words for people. The error never leaves the library. */
class Refused extends Error {}

export function check(ok: unknown, reason: string): asserts ok {
  if (!ok) throw new Refused(reason);
}

/** Returns the words of an error. Errors other than Refused come from malformed input, such as a wrong type. */
export const reasonOf = (error: unknown): string =>
  error instanceof Refused ? error.message : 'This is malformed and cannot be read.';

/** Parts of the patterns of signed texts. */
export const asset = String.raw`([\w.-]{1,40})`;
export const units = String.raw`(0|-?[1-9]\d{0,39})`;
export const hash = '([A-Za-z0-9+/]{43}=)';

export type Bytes = Uint8Array<ArrayBuffer>;
export const maxBytes = 20_000_000;

export const utf8 = (text: string): Bytes => new TextEncoder().encode(text);
export const joined = (...parts: readonly Uint8Array[]): Bytes => new Uint8Array(parts.flatMap((part) => [...part]));
export const hex = (bytes: Uint8Array): string => Array.from(bytes, (b) => b.toString(16).padStart(2, '0')).join('');
export const equal = (first: Uint8Array, second: Uint8Array): boolean => hex(first) === hex(second);
export const base64 = (bytes: Uint8Array): string => btoa(String.fromCodePoint(...bytes));

export const sha256 = async (...parts: readonly Uint8Array[]): Promise<Bytes> =>
  new Uint8Array(await crypto.subtle.digest('SHA-256', joined(...parts)));

/** Computes an HMAC-SHA256 with a secret in base64. */
export async function hmac(secret: unknown, message: string): Promise<Bytes> {
  const raw = fromBase64(secret);
  check(raw.length >= 16 && raw.length <= 64, 'The secret has a wrong length.');
  const key = await crypto.subtle.importKey('raw', raw, { name: 'HMAC', hash: 'SHA-256' }, false, ['sign']);
  return new Uint8Array(await crypto.subtle.sign('HMAC', key, utf8(message)));
}

/** Returns the groups of a pattern that the whole text must match. */
export function match(text: unknown, pattern: RegExp, what: string): string[] {
  const found = typeof text === 'string' && text.length <= 1_000_000 && pattern.exec(text);
  check(found, `The ${what} is malformed.`);
  return found.slice(1);
}

const canonical = /^(?:[A-Za-z0-9+/]{4}){0,25000}(?:[A-Za-z0-9+/][AQgw]==|[A-Za-z0-9+/]{2}[AEIMQUYcgkosw048]=)?$/;

/** Decodes base64 in its only form: with padding, and with zeros in the unused bits. */
export function fromBase64(text: unknown, length?: number): Bytes {
  match(text, canonical, 'base64');
  const bytes = Uint8Array.from(atob(String(text)), (letter) => letter.codePointAt(0) ?? 0);
  check(length === undefined || bytes.length === length, `A value has ${bytes.length} bytes, not ${length}.`);
  return bytes;
}

export function listOf<Item>(list: readonly Item[], max: number): readonly Item[] {
  check(Array.isArray(list) && list.length <= max, 'A list is missing or too long.');
  return list;
}

/** Checks the index of an entry, a leaf or a posting, or the size of a log. */
export function indexOf(index: unknown): number {
  check(typeof index === 'number' && Number.isSafeInteger(index) && index >= 0, 'An index is no whole number.');
  return index;
}

/** Reads a decimal number in its only form. */
export const unitsOf = (text: unknown): bigint => BigInt(String(match(text, new RegExp(`^${units}$`), 'number')[0]));
export const sizeOf = (text: unknown): number => indexOf(Number(unitsOf(text)));

/** Engines parse February 30 differently, so a parsed time must equal the written time. */
export const isTime = (time: string) => Date.parse(time) > 0 && new Date(time).toJSON().startsWith(time.slice(0, 19));

export const isInRange = (sum: bigint): boolean => sum >= 0n && sum < 2n ** 120n;

/** Parses JSON of at most 20 MB. A parsed object passes unchanged. */
export function parsed<Format>(given: unknown): Format {
  check(typeof given !== 'string' || given.length <= maxBytes, 'This is larger than 20 MB.');
  return (typeof given === 'string' ? JSON.parse(given) : given) as Format;
}
