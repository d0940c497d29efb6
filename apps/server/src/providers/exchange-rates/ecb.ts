import { open, readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import type { Logger } from 'pino';
import { askText } from '../polling/ask.ts';
import { SourceFailure } from '../polling/source-failure.ts';
import { maxEcbBytes, parseEcbFile } from './ecb-file.ts';
import type { RateSource, SourceRates } from './rate-source.ts';

const ecbUrl = 'https://www.ecb.europa.eu/stats/eurofxref/eurofxref-daily.xml';
const name = 'European Central Bank';

/** The rates come once a working day, so two agreeing answers are two days. */
const confirmingAnswers = 2;
/** Short, because reading a folder costs nothing and an operator waits for the result. */
const folderSeconds = 30;
/** Older files are not read. */
const maxFiles = 20;

/** Downloads the daily reference rates. */
export const ecbDownload = ({ url = ecbUrl, everySeconds }: { url?: string; everySeconds: number }): RateSource => ({
  name,
  channel: new URL(url).host,
  everySeconds,
  confirmingAnswers,
  fetch: async (signal) => parseEcbFile(await askText({ url: new URL(url), headers: {}, signal }, maxEcbBytes)),
});

/** Reads the daily reference rates from files that the operator puts into a folder, for servers without a way out. */
export function ecbFolder(folder: string, logger: Logger): RateSource {
  const warned = new Set<string>();
  const warnOnce = (file: string, problem: string) => {
    const sentence = `The rates in ${path.join(folder, file)} are not used: ${problem}.`;
    if (warned.has(sentence)) return;
    warned.add(sentence);
    logger.warn(sentence);
  };
  return {
    name,
    channel: folder,
    everySeconds: folderSeconds,
    confirmingAnswers,
    fetch: async () => {
      const found: SourceRates[] = [];
      for (const file of await newestFiles(folder)) {
        const rates = await readFileOf(path.join(folder, file)).catch((error: unknown) => warnOnce(file, cause(error)));
        if (rates) found.push(rates);
      }
      return found.toSorted((a, b) => b.at.getTime() - a.at.getTime())[0];
    },
  };
}

async function readFileOf(file: string): Promise<SourceRates> {
  const handle = await open(file);
  try {
    const { bytesRead, buffer } = await handle.read(Buffer.alloc(maxEcbBytes + 1), 0, maxEcbBytes + 1, 0);
    if (bytesRead > maxEcbBytes) throw new SourceFailure(`the file is larger than ${maxEcbBytes} bytes`);
    return parseEcbFile(buffer.toString('utf8', 0, bytesRead));
  } finally {
    await handle.close();
  }
}

/** Returns the XML files, the last written first. The folder need not exist yet. */
async function newestFiles(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch((error: unknown) => {
    if (codeOf(error) === 'ENOENT') return [];
    throw new SourceFailure(`cannot read the folder (${codeOf(error) ?? 'unknown error'})`);
  });
  const files = await Promise.all(
    names
      .filter((file) => /^[^.].*\.xml$/i.test(file))
      .map(async (file) => ({ file, stats: await stat(path.join(folder, file)).catch(() => undefined) })),
  );
  return files
    .flatMap(({ file, stats }) => (stats?.isFile() ? [{ file, written: stats.mtimeMs }] : []))
    .toSorted((a, b) => b.written - a.written)
    .slice(0, maxFiles)
    .map(({ file }) => file);
}

const cause = (error: unknown) =>
  error instanceof SourceFailure ? error.message : `cannot read the file (${codeOf(error) ?? 'unknown error'})`;

const codeOf = (error: unknown): string | undefined =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
