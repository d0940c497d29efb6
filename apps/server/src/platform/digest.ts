import { hash } from 'node:crypto';

/** Returns 16 bytes of the SHA-256 of the parts, formatted as a UUID. Each part is prefixed with its length. */
export function digestUuid(...parts: readonly string[]): string {
  const hex = digestHex(parts);
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20, 32)}`;
}

/** Returns 8 bytes of the SHA-256 of the parts as a signed 64-bit integer, PostgreSQL's `bigint`. */
export const digestBigint = (...parts: readonly string[]): bigint =>
  BigInt.asIntN(64, BigInt(`0x${digestHex(parts).slice(0, 16)}`));

const digestHex = (parts: readonly string[]) => hash('sha256', parts.map((part) => `${part.length}:${part}`).join(''));
