import { houseKey } from './sample-books.ts';
import { sha } from './simple-merkle.ts';

export const issuer = 'https://florin.example';
/** A moment within the validity of the samples: 2026-12-01T12:00:00Z. */
export const moment = new Date('2026-12-01T12:00:00Z');

export type Json = Record<string, unknown>;
export const base64Url = (bytes: Uint8Array | string): string => Buffer.from(bytes).toString('base64url');
const jsonPart = (value: unknown) => base64Url(JSON.stringify(value));

export const kidOf = (x: string): string =>
  base64Url(sha(Buffer.from(JSON.stringify({ crv: 'Ed25519', kty: 'OKP', x }))));

/** Makes a disclosure with a salt that depends on the name only. */
export const disclosureOf = (name: string, value: unknown, ...more: unknown[]): string =>
  jsonPart([base64Url(sha(Buffer.from(name)).subarray(0, 16)), name, value, ...more]);

export type Parts = {
  header?: Json;
  claims?: Json;
  /** The disclosures with signed digests. */
  disclosures?: string[];
  /** The disclosures that the reader gets. By default all signed disclosures. */
  shown?: string[];
  sign?: (text: string) => Uint8Array;
  /** Writes the payload in a different form. */
  written?: (json: string) => string;
};

const times = { iat: +moment / 1000 - 3_600, exp: +moment / 1000 + 3_600 };
const books = { log: 'florin.example/log', entries: 83 };
export const balanceClaims: Json = {
  iss: issuer,
  ...times,
  vct: 'urn:florin:balance-at-least:1',
  currency: 'USD',
  at_least: '1000.00',
  books,
};
export const incomeClaims: Json = {
  iss: issuer,
  ...times,
  vct: 'urn:florin:income:1',
  currency: 'EUR',
  from: '2025-09',
  to: '2025-10',
  total: '5100.00',
  books,
};
export const holder = disclosureOf('holder', { name: 'Ines Almeida', verified: true });
export const payer = disclosureOf('payer', { name: 'Acme', verified: false });
export const months = disclosureOf('months', [
  { month: '2025-09', amount: '5200.00' },
  { month: '2025-10', amount: '-100.00' },
]);

/** Makes a statement that follows the README, or a wrong statement. */
export function statementOf(parts: Parts = {}): string {
  const { claims = balanceClaims, disclosures = [holder], shown = disclosures } = parts;
  const { sign = houseKey.signed, written = (json: string) => json } = parts;
  const own = disclosures.map((text) => base64Url(sha(Buffer.from(text))));
  const decoys = Array.from({ length: 8 - own.length }, (_, nth) => base64Url(sha(Buffer.from(`decoy ${nth}`))));
  const payload = { _sd_alg: 'sha-256', _sd: [...own, ...decoys].toSorted(), ...claims };
  const header = { alg: 'EdDSA', typ: 'dc+sd-jwt', kid: kidOf(houseKey.x), ...parts.header };
  const signed = `${jsonPart(header)}.${base64Url(written(JSON.stringify(payload)))}`;
  return [`${signed}.${base64Url(sign(signed))}`, ...shown, ''].join('~');
}

export const metadataOf = (x = houseKey.x, of = issuer) => ({
  issuer: of,
  jwks: { keys: [{ kty: 'OKP', crv: 'Ed25519', alg: 'EdDSA', use: 'sig', x, kid: kidOf(x) }] },
});
