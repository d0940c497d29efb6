import { randomInt } from 'node:crypto';
import { crc32 } from 'node:zlib';

type Mode = 'sandbox' | 'live';

const prefixes: Readonly<Record<Mode, string>> = { live: 'flr_live_', sandbox: 'flr_test_' };
const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
/** 43 digits of base 62 are 256 bits. */
const randomDigits = 43;
/** Six digits of base 62 hold the 32 bits of a checksum. */
const checkDigits = 6;

/** Whether a credential claims to be an API key. The token of a session has no such beginning. */
export const isKeySecret = (token: string): boolean => /^flr_(?:live|test)_/.test(token);

/**
 * Returns the secret of a new key: `flr_live_` or `flr_test_`, 43 random digits of base 62, and six digits with the
 * CRC-32 of the preceding text. Scanners recognize a leaked secret by its beginning and its checksum.
 */
export function newKeySecret(mode: Mode): string {
  const random = Array.from({ length: randomDigits }, () => digits.charAt(randomInt(digits.length))).join('');
  return withChecksum(prefixes[mode] + random);
}

/** Returns whether the text is a secret of this mode without a typing error. The check says nothing about the key. */
export function isWholeSecret(text: string, mode: Mode): boolean {
  const pattern = new RegExp(`^${prefixes[mode]}[0-9A-Za-z]{${randomDigits + checkDigits}}$`);
  return pattern.test(text) && withChecksum(text.slice(0, -checkDigits)) === text;
}

/** Returns the ends of a secret, for display: `flr_live_…3kQ9`. */
export const hintOf = (secret: string): string => `${secret.slice(0, prefixes.live.length)}…${secret.slice(-4)}`;

function withChecksum(text: string): string {
  let rest = crc32(text);
  let check = '';
  for (let place = 0; place < checkDigits; place++) {
    check = digits.charAt(rest % digits.length) + check;
    rest = Math.floor(rest / digits.length);
  }
  return text + check;
}
