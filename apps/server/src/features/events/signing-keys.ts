import { createPrivateKey, generateKeyPairSync, type KeyObject } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type { Reencrypt } from '../../platform/change-master-key.ts';
import type { Pool } from '../../platform/database/pool.ts';
import { transact } from '../../platform/database/transact.ts';
import { digestUuid } from '../../platform/digest.ts';
import type { Vault } from '../../platform/vault.ts';

export type SigningKeys = ReturnType<typeof openSigningKeys>;

type Pair = { readonly publicKey: Buffer; readonly privateKey: KeyObject };
type Row = { public_key: Buffer; sealed_private: Buffer };

const purpose = 'webhook key';

/**
 * Opens the Ed25519 key that signs this installation's webhooks (`v1a`). The key is created once; the private key is
 * stored encrypted.
 */
export function openSigningKeys({ pool, vault }: { readonly pool: Pool; readonly vault: Vault }) {
  let cached: Pair | undefined;
  const load = async (): Promise<Pair | undefined> => {
    const { rows } = await pool.query<Row>('select public_key, sealed_private from webhook_keys');
    if (!rows[0]) return undefined;
    const { public_key: publicKey, sealed_private: encrypted } = rows[0];
    const der = vault.decryptOwn(purpose, encrypted);
    return { publicKey, privateKey: createPrivateKey({ key: der, format: 'der', type: 'pkcs8' }) };
  };
  const create = async (): Promise<Pair> => {
    const { publicKey, privateKey } = generateKeyPairSync('ed25519');
    const raw = Buffer.from(publicKey.export({ format: 'jwk' }).x ?? '', 'base64url');
    // If two nodes create keys at once, the first node's keys are stored.
    await transact(pool, async (tx) => {
      const encrypted = await vault.encryptOwn(tx, purpose, privateKey.export({ format: 'der', type: 'pkcs8' }));
      const insert = 'insert into webhook_keys (public_key, sealed_private) values ($1, $2) on conflict do nothing';
      await tx.query(insert, [raw, encrypted]);
    });
    const pair = await load();
    if (!pair) throw new Error('The webhook keys were stored but not found.');
    return pair;
  };
  return { get: async (): Promise<Pair> => (cached ??= (await load()) ?? (await create())) };
}

/**
 * Serves the public key of `v1a` signatures at /.well-known/florin-webhooks.json, as a JSON Web Key and in the form of
 * Standard Webhooks.
 */
export function serveSigningKeys(http: FastifyInstance, keys: SigningKeys): void {
  http.get('/.well-known/florin-webhooks.json', async () => {
    const { publicKey } = await keys.get();
    const key = { kty: 'OKP', crv: 'Ed25519', alg: 'EdDSA', use: 'sig', x: publicKey.toString('base64url') };
    return { keys: [{ kid: digestUuid(key.x), ...key, whpk: `whpk_${publicKey.toString('base64')}` }] };
  });
}

/** Encrypts the private key again after a change of the master key. */
export const reencryptWebhookKeys: Reencrypt = async (tx, reencrypt) => {
  const { rows } = await tx.query<Row>('select public_key, sealed_private from webhook_keys for update');
  for (const { public_key, sealed_private } of rows)
    await tx.query('update webhook_keys set sealed_private = $2 where public_key = $1', [
      public_key,
      reencrypt(purpose, sealed_private),
    ]);
};
