import type { KeyObject } from 'node:crypto';
import type { Logger } from 'pino';
import type { Pool } from '../../../platform/database/pool.ts';
import type { Vault } from '../../../platform/vault.ts';
import { installationIdentity } from './document-keys.ts';
import { identityOf } from './identity.ts';
import { openDocumentSigner, type DocumentSigner } from './sign-document.ts';

type Dependencies = {
  readonly pool: Pool;
  readonly vault: Vault;
  readonly logger: Logger;
  readonly brand: string;
  readonly certificate:
    | {
        /** In DER, with the signer's certificate first. */
        readonly certificates: readonly Buffer[];
        readonly key: KeyObject;
      }
    | undefined;
  readonly timeStampUrl: string | undefined;
};

/**
 * Returns the signer of documents, with the institution's own certificate or with the certificate of the installation.
 */
export async function chooseSigner(dependencies: Dependencies): Promise<DocumentSigner> {
  const { brand, certificate, timeStampUrl, logger } = dependencies;
  const identity = certificate
    ? await identityOf({ ...certificate, name: brand })
    : await installationIdentity(dependencies, brand);
  return openDocumentSigner({ identity, timeStampUrl, logger });
}
