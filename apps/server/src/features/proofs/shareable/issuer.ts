import type { FastifyInstance } from 'fastify';
import { sha256 } from '../log/digests.ts';
import type { Log } from '../log/log.ts';
import { readHead } from '../log/log-store.ts';
import { issueSdJwt, type Claims } from './sd-jwt.ts';

export type Issuing = { readonly log: Log; readonly publicUrl: string };

const secondsPerDay = 86_400;

type Stated = {
  readonly vct: string;
  readonly days: number;
  readonly claims: Claims;
  readonly disclosable: Claims;
};

/** Signs a statement with the log's current key, and includes the log's current size. */
export async function issueStatement({ log, publicUrl }: Issuing, { vct, days, claims, disclosable }: Stated) {
  const { publicKey, sign } = await log.keys.signer(log.pool);
  const { size } = await readHead(log.pool);
  const iat = Math.floor(Date.now() / 1_000);
  const standard = { iss: publicUrl, iat, exp: iat + days * secondsPerDay, vct };
  const books = { log: await log.keys.originOf(log.pool), entries: size };
  const header = { alg: 'EdDSA', typ: 'dc+sd-jwt', kid: thumbprint(publicKey) };
  return { statement: issueSdJwt({ header, claims: { ...standard, ...claims, books }, disclosable, sign }) };
}

const jwkOf = (publicKey: Buffer) => ({ crv: 'Ed25519', kty: 'OKP', x: publicKey.toString('base64url') });

/** RFC 7638. The members of the key are in alphabetical order. */
const thumbprint = (publicKey: Buffer): string => sha256(JSON.stringify(jwkOf(publicKey))).toString('base64url');

/**
 * Serves the key of statements as the metadata of an SD-JWT VC issuer. The metadata has only the current key. After a
 * rotation, statements of the former key end, because a thief of that key could backdate statements.
 */
export function serveIssuer(http: FastifyInstance, { log, publicUrl }: Issuing): void {
  http.get('/.well-known/jwt-vc-issuer', async (_request, reply) => {
    const { publicKey } = await log.keys.signer(log.pool);
    const key = { ...jwkOf(publicKey), alg: 'EdDSA', use: 'sig', kid: thumbprint(publicKey) };
    return reply
      .header('access-control-allow-origin', '*')
      .header('cache-control', 'no-store')
      .send({ issuer: publicUrl, jwks: { keys: [key] } });
  });
}
