import type { Logger } from 'pino';
import { Refusal } from '../../platform/refusal.ts';
import type { FileScan } from '../../providers/file-scan/file-scan.ts';

export type Scanning = { readonly fileScan: FileScan | undefined; readonly logger: Logger };

/** Scans a file before it is stored, if a scanner is configured. Refusals: `file_not_accepted`, `busy`. */
export async function assertHarmless({ fileScan, logger }: Scanning, content: Buffer): Promise<void> {
  const found = await fileScan?.(content).catch((error: unknown) => {
    logger.error({ err: error }, 'cannot scan an upload; rejected the upload');
    throw new Refusal('busy', 'We can’t check files for viruses right now. Try again in a few minutes.', {
      retryAfterSeconds: 60,
    });
  });
  if (found === undefined) return;
  logger.warn({ found }, 'the file scanner found a virus; rejected the upload');
  throw new Refusal('file_not_accepted', 'Our virus scanner rejected this file. Please use another one.');
}
