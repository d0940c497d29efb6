import { createPrivateKey, X509Certificate } from 'node:crypto';
import { pino } from 'pino';
import { identityOf } from '../src/features/statements/signing/identity.ts';
import { createSelfSigned } from '../src/features/statements/signing/self-signed.ts';
import { openDocumentSigner } from '../src/features/statements/signing/sign-document.ts';

/** Returns a signer with a new certificate, for documents without a database. */
export async function createSigner({ name = 'Florin', timeStampUrl }: { name?: string; timeStampUrl?: string } = {}) {
  const { certificate, privateKey } = await createSelfSigned(name);
  const key = createPrivateKey({ key: privateKey, format: 'der', type: 'pkcs8' });
  const identity = await identityOf({ certificates: [certificate], key, name });
  const signer = await openDocumentSigner({ identity, timeStampUrl, logger: pino({ level: 'silent' }) });
  return { signer, certificate: new X509Certificate(certificate) };
}
