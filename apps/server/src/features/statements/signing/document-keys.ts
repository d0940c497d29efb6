import { createPrivateKey, X509Certificate } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { Certificate } from 'pkijs';
import type { Reencrypt } from '../../../platform/change-master-key.ts';
import type { Pool } from '../../../platform/database/pool.ts';
import { transact } from '../../../platform/database/transact.ts';
import type { Vault } from '../../../platform/vault.ts';
import { arrayBufferOf } from '../../../platform/array-buffer-of.ts';
import { identityOf, type Identity } from './identity.ts';
import { createSelfSigned } from './self-signed.ts';

const purpose = 'document key';
/** The time before its end at which a certificate is replaced. */
const renewMs = 365 * 24 * 60 * 60 * 1_000;

type Row = { readonly id: number; readonly certificate: Buffer; readonly sealed_private: Buffer };
type Stored = { readonly pool: Pool; readonly vault: Vault };

/**
 * Returns the key of this installation that signs documents, with its self-signed certificate. The key is created at
 * the first start. A new key follows when the brand changes or the certificate is about to end.
 */
export async function installationIdentity({ pool, vault }: Stored, brand: string): Promise<Identity> {
  const newest = await readNewest(pool);
  if (newest && isUsable(newest, brand)) return identityIn(newest, vault, brand);
  const { certificate, privateKey } = await createSelfSigned(brand);
  // If two nodes create keys at once, the first node's key is stored.
  await transact(pool, async (tx) => {
    const sealed = await vault.encryptOwn(tx, purpose, privateKey);
    await tx.query(
      `insert into document_keys (id, certificate, sealed_private) values ($1, $2, $3) on conflict do nothing`,
      [(newest?.id ?? 0) + 1, certificate, sealed],
    );
  });
  const stored = await readNewest(pool);
  if (!stored) throw new Error('The document key was stored but not found.');
  return identityIn(stored, vault, brand);
}

async function readNewest(pool: Pool): Promise<Row | undefined> {
  const { rows } = await pool.query<Row>(
    'select id, certificate, sealed_private from document_keys order by id desc limit 1',
  );
  return rows[0];
}

function isUsable({ certificate }: Row, brand: string): boolean {
  const { subject, notAfter } = Certificate.fromBER(arrayBufferOf(certificate));
  const names = subject.typesAndValues.map(({ value }) => String(value.valueBlock.value));
  return names.includes(brand) && notAfter.value.getTime() > Date.now() + renewMs;
}

const identityIn = ({ certificate, sealed_private: sealed }: Row, vault: Vault, name: string): Promise<Identity> =>
  identityOf({
    certificates: [certificate],
    key: createPrivateKey({ key: vault.decryptOwn(purpose, sealed), format: 'der', type: 'pkcs8' }),
    name,
  });

/** Encrypts the private keys again after a change of the master key. */
export const reencryptDocumentKeys: Reencrypt = async (tx, reencrypt) => {
  const { rows } = await tx.query<Row>('select id, sealed_private from document_keys for update');
  for (const { id, sealed_private: sealed } of rows)
    await tx.query('update document_keys set sealed_private = $2 where id = $1', [id, reencrypt(purpose, sealed)]);
};

/**
 * Serves the certificates of signed documents at /.well-known/florin-documents.pem, newest first, including former
 * certificates of this installation. The name in a certificate proves nothing, because anyone can write it; a
 * certificate from this address is proof.
 */
export function serveDocumentCertificates(http: FastifyInstance, pool: Pool, own: readonly Buffer[] = []): void {
  http.get('/.well-known/florin-documents.pem', async (_, reply) => {
    const { rows } = await pool.query<Row>('select certificate from document_keys order by id desc');
    const all = [...own, ...rows.map(({ certificate }) => certificate)];
    return reply
      .type('application/x-pem-file')
      .send(all.map((certificate) => new X509Certificate(certificate).toString()).join(''));
  });
}
