import { hash } from 'node:crypto';

/** 16 bytes of the SHA-256 of the parts, written as a uuid. Each part is preceded by its length. */
export function digestUuid(...parts: readonly string[]): string {
  const hex = digestHex(parts);
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20, 32)}`;
}

/** 8 bytes of the SHA-256 of the parts, as PostgreSQL's signed bigint. */
export const digestBigint = (...parts: readonly string[]): bigint =>
  BigInt.asIntN(64, BigInt(`0x${digestHex(parts).slice(0, 16)}`));

const digestHex = (parts: readonly string[]) => hash('sha256', parts.map((part) => `${part.length}:${part}`).join(''));
