import { createHash, X509Certificate, type KeyObject } from 'node:crypto';
import { Certificate } from 'pkijs';
import { arrayBufferOf } from '../../../platform/array-buffer-of.ts';

/** A certificate with its private key, and the certificates up to its authority. */
export type Identity = {
  readonly certificate: Certificate;
  readonly chain: readonly Certificate[];
  readonly key: Awaited<ReturnType<typeof crypto.subtle.importKey>>;
  /** SHA-256 of the certificate. */
  readonly fingerprint: Buffer;
  /** The name of the signer in documents. */
  readonly name: string;
};

type Source = {
  /** In DER, with the signer's certificate first. */
  readonly certificates: readonly Buffer[];
  readonly key: KeyObject;
  readonly name: string;
};

export async function identityOf({ certificates, key, name }: Source): Promise<Identity> {
  const [der] = certificates;
  if (!der) throw new Error('There is no certificate to sign documents with.');
  const [certificate, ...chain] = certificates.map((one) => Certificate.fromBER(arrayBufferOf(one)));
  if (!certificate) throw new Error('There is no certificate to sign documents with.');
  return {
    certificate,
    chain,
    key: await crypto.subtle.importKey(
      'pkcs8',
      arrayBufferOf(key.export({ format: 'der', type: 'pkcs8' })),
      algorithmOf(new X509Certificate(der)),
      false,
      ['sign'],
    ),
    fingerprint: createHash('sha256').update(der).digest(),
    name,
  };
}

const curves: Readonly<Record<string, string>> = { prime256v1: 'P-256', secp384r1: 'P-384', secp521r1: 'P-521' };

function algorithmOf({ publicKey }: X509Certificate) {
  if (publicKey.asymmetricKeyType === 'rsa') return { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' };
  return { name: 'ECDSA', namedCurve: curves[publicKey.asymmetricKeyDetails?.namedCurve ?? ''] ?? 'P-256' };
}
