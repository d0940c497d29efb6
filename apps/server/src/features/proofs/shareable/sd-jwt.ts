import { randomBytes } from 'node:crypto';
import { sha256 } from '../log/digests.ts';

/**
 * The number of digests in every statement. The number is fixed, so a reader does not learn how many claims were left
 * out.
 */
const digests = 8;

export type Claims = Readonly<Record<string, unknown>>;

type Parts = {
  readonly header: Claims;
  /** The claims that every reader sees. */
  readonly claims: Claims;
  /** The claims that the member may leave out, at most eight. */
  readonly disclosable: Claims;
  /** Returns the Ed25519 signature of a text. */
  readonly sign: (text: string) => Buffer;
};

/** Returns an SD-JWT (RFC 9901) with all its disclosures. The salts and the decoys among the digests are random. */
export function issueSdJwt({ header, claims, disclosable, sign }: Parts): string {
  const disclosures = Object.entries(disclosable).map(([name, value]) => encoded([salt(), name, value]));
  const own = disclosures.map((disclosure) => sha256(disclosure).toString('base64url'));
  const decoys = Array.from({ length: digests - own.length }, () => randomBytes(32).toString('base64url'));
  const payload = { ...claims, _sd_alg: 'sha-256', _sd: [...own, ...decoys].toSorted() };
  const signed = `${encoded(header)}.${encoded(payload)}`;
  return [`${signed}.${sign(signed).toString('base64url')}`, ...disclosures, ''].join('~');
}

/** A salt has 128 bits. */
const salt = (): string => randomBytes(16).toString('base64url');

const encoded = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');
