import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { createGunzip } from 'node:zlib';
import {
  ArchiveProblem,
  assertTrailer,
  endOfRows,
  formatVersion,
  trailerBytes,
  type Footer,
  type Header,
} from './archive.ts';
import { lineFeed, wholeLines } from './whole-lines.ts';

/**
 * Reads the whole file once and checks it against its trailer.
 *
 * @throws ArchiveProblem if it is not a backup, or was changed since it was written
 */
export async function checkArchive(file: string, masterKeys: readonly Buffer[]): Promise<Header> {
  const handle = await open(file, 'r');
  try {
    const { size } = await handle.stat();
    const packed = Math.max(0, size - trailerBytes);
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(trailerBytes), 0, trailerBytes, packed);
    const sha256 = createHash('sha256');
    if (packed > 0) for await (const chunk of createReadStream(file, { end: packed - 1 })) sha256.update(chunk);
    assertTrailer(buffer.toString('latin1', 0, bytesRead), sha256.digest('hex'), masterKeys);
  } finally {
    await handle.close();
  }
  const archive = await openArchive(file);
  await archive.close();
  return archive.header;
}

/** Opens a backup for reading in file order: the header, the rows of each table, the footer. */
export async function openArchive(file: string) {
  const { size } = await open(file, 'r').then(async (handle) => {
    const found = await handle.stat();
    await handle.close();
    return found;
  });
  const packed = createReadStream(file, { end: Math.max(0, size - trailerBytes - 1) });
  const unpacked = createGunzip();
  packed.on('error', (error) => unpacked.destroy(error));
  const text = linesOf(packed.pipe(unpacked));
  const header = headerOf(await text.line());
  return {
    header,
    /** Returns the rows of the next table in chunks of whole lines. */
    async rowsOf(table: string): Promise<AsyncGenerator<Buffer>> {
      const { table: next } = JSON.parse(await text.line());
      if (next !== table) throw new ArchiveProblem(`This backup contains table ${next} where ${table} was expected.`);
      return text.rows();
    },
    footer: async (): Promise<Footer> => JSON.parse(await text.line()),
    close: async () => {
      packed.destroy();
      unpacked.destroy();
    },
  };
}

/** Returns the rows of one table in chunks of whole lines. Skips the tables before this table. */
export async function* rowsIn(file: string, table: string): AsyncGenerator<Buffer> {
  const archive = await openArchive(file);
  try {
    for (const { name } of archive.header.tables) {
      const rows = await archive.rowsOf(name);
      if (name === table) return yield* rows;
      while (!(await rows.next()).done);
    }
  } finally {
    await archive.close();
  }
}

function headerOf(line: string): Header {
  const header: Header = JSON.parse(line);
  if (header.florin_backup !== formatVersion)
    throw new ArchiveProblem(
      `This backup has format ${header.florin_backup}; this version of Florin reads format ${formatVersion}.`,
    );
  return header;
}

function linesOf(source: AsyncIterable<Buffer>) {
  const chunks = wholeLines(source);
  let rest: Buffer = Buffer.alloc(0);
  const readChunk = async () => {
    const { value, done } = await chunks.next();
    if (done) throw new ArchiveProblem('This backup ends too early. It is damaged.');
    rest = value;
  };
  const take = (bytes: number) => {
    const taken = rest.subarray(0, bytes);
    rest = rest.subarray(bytes);
    return taken;
  };
  return {
    async line(): Promise<string> {
      if (rest.length === 0) await readChunk();
      return take(rest.indexOf(lineFeed) + 1).toString('utf8');
    },
    async *rows(): AsyncGenerator<Buffer> {
      for (;;) {
        const end = endIn(rest);
        const lines = take(end ?? rest.length);
        if (lines.length > 0) yield lines;
        if (end !== undefined) {
          take(endOfRows.length);
          return;
        }
        await readChunk();
      }
    },
  };
}

/** Returns the position of the line that ends a table's rows, if it is in this chunk. */
function endIn(lines: Buffer): number | undefined {
  if (lines.subarray(0, endOfRows.length).equals(Buffer.from(endOfRows))) return 0;
  const before = lines.indexOf(`\n${endOfRows}`);
  return before === -1 ? undefined : before + 1;
}
