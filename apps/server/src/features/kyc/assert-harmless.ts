import type { Logger } from 'pino';
import { Refusal } from '../../platform/refusal.ts';
import type { FileScan } from '../../providers/file-scan/file-scan.ts';

export type Scanning = { readonly fileScan: FileScan | undefined; readonly logger: Logger };

/** Where there is a scanner, nothing is kept that it has not looked at. Refusals: `file_not_accepted`, `busy`. */
export async function assertHarmless({ fileScan, logger }: Scanning, content: Buffer): Promise<void> {
  const found = await fileScan?.(content).catch((error: unknown) => {
    logger.error({ err: error }, 'the file scanner could not look at an upload, which was refused');
    throw new Refusal('busy', 'We can’t check files for viruses right now. Please try again in a few minutes.', {
      retryAfterSeconds: 60,
    });
  });
  if (found === undefined) return;
  logger.warn({ found }, 'the file scanner found something in an upload, which was refused');
  throw new Refusal('file_not_accepted', 'Our virus scanner refused this file. Please use another one.');
}
