import { hash } from 'node:crypto';

/**
 * The end-to-end id of a payout, and the message id of a batch. Both are the id without hyphens, because only 35
 * characters are allowed.
 */
export const endToEndId = (id: string): string => id.replaceAll('-', '');

/** Returns the payout with this end-to-end id, or the batch with this message id. */
export function idOfEndToEnd(text: string | null): string | undefined {
  const hex = /^[\da-f]{32}$/i.exec(text ?? '')?.[0].toLowerCase();
  return hex?.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

/** The alphabet has no letters that people mistake for digits. */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const digits = 14;

/**
 * Returns the id of a payout (`P…`) or a batch (`B…`) in a NACHA file. An individual id has 15 characters. The id is a
 * digest and not a number, because a restored ledger reuses numbers.
 */
export function nachaReference(kind: 'P' | 'B', id: string): string {
  let rest = BigInt(`0x${hash('sha256', `${kind} ${id}`).slice(0, 20)}`);
  let text = '';
  for (let place = 0; place < digits; place++) {
    text += alphabet.charAt(Number(rest & 31n));
    rest >>= 5n;
  }
  return kind + text;
}

/** Ids that a text can contain, as candidates: a chance match is not in the database. */
export type NamedIds = { readonly ids: readonly string[]; readonly references: readonly string[] };

/** The maximum number of look-ups for a text of any length. */
const maxIds = 100;

/** Returns the ids of payouts and batches in texts of a bank, which may have blanks anywhere. */
export function idsIn(...texts: readonly (string | null)[]): NamedIds {
  const all = texts.flatMap((text) => text?.replace(/\s+/g, '') ?? []);
  const found = (pattern: RegExp) =>
    [...new Set(all.flatMap((text) => Array.from(text.matchAll(pattern), ([, id = '']) => id)))].slice(0, maxIds);
  return {
    ids: found(/(?=([\da-f]{32}))/gi).flatMap((hex) => idOfEndToEnd(hex) ?? []),
    references: found(/(?=([BP][\dA-HJKMNP-TV-Z]{14}))/g),
  };
}
