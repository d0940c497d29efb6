import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import type { PoolClient } from 'pg';
import { readApplied } from '../database/migrate.ts';
import type { Pool } from '../database/pool.ts';
import {
  endOfRows,
  formatVersion,
  trailerOf,
  type Cut,
  type Footer,
  type Header,
  type SequenceValue,
} from './archive.ts';
import { beginSnapshot, copyRows } from './copy-rows.ts';
import { listPartitions, listSequences, listTables } from './schema.ts';

type Options = {
  readonly masterKey: Buffer;
  /** Reads the facts from the same snapshot as all other data. */
  readonly factsOf: (client: PoolClient) => Promise<Record<string, string>>;
  readonly progress: (bytes: number) => void;
  /** The cut that the snapshot is a part of. */
  readonly cut?: Cut;
};

/** A higher level saves little space, and the server needs the processor. */
const gzipLevel = 1;

/** Takes a snapshot of the database, for `writeSnapshot`. The server continues to work. */
export async function takeSnapshot(ownerPool: Pool): Promise<PoolClient> {
  const client = await ownerPool.connect();
  try {
    await beginSnapshot(client);
    // The lock is taken before the snapshot, and delays only the migrations of a newer version that starts meanwhile.
    await client.query('lock table public.migrations in row share mode');
    await client.query('select'); // from now on the snapshot stays
    return client;
  } catch (error) {
    client.release(true);
    throw error;
  }
}

/**
 * Writes a snapshot of the database into a file. The file gets its name only when it is complete and flushed to the
 * disk.
 *
 * @param ownerPool connects as the owner, because the application login cannot read everything
 */
export async function writeArchive(ownerPool: Pool, file: string, options: Options): Promise<Written> {
  return writeSnapshot(await takeSnapshot(ownerPool), file, options);
}

type Written = { readonly header: Header; readonly footer: Footer };

/** Writes a snapshot of `takeSnapshot`, and ends its connection. */
export async function writeSnapshot(client: PoolClient, file: string, options: Options): Promise<Written> {
  const draft = `${file}.part`;
  try {
    const header = await headerOf(client, options);
    const footer = await writeDraft(client, draft, header, options);
    await client.query('commit');
    await rename(draft, file);
    await flush(path.dirname(file));
    return { header, footer };
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  } finally {
    client.release(true); // discards the connection because of its changed settings
  }
}

async function headerOf(client: PoolClient, { factsOf, cut }: Options): Promise<Header> {
  const { rows: moments } = await client.query<{ taken_at: string; server_version: string }>(
    `select to_char(now(), 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as taken_at, current_setting('server_version') as server_version`,
  );
  const [moment] = moments;
  if (!moment) throw new Error('the database returned no time');
  return {
    florin_backup: formatVersion,
    ...moment,
    migrations: await readApplied(client),
    tables: await listTables(client),
    partitions: await listPartitions(client),
    facts: await factsOf(client),
    ...(cut && { cut }),
  };
}

async function writeDraft(client: PoolClient, draft: string, header: Header, { masterKey, progress }: Options) {
  const sha256 = createHash('sha256');
  const footer: { -readonly [Part in keyof Footer]: Footer[Part][number][] } = { tables: [], sequences: [] };
  async function* text() {
    yield line(header);
    for (const table of header.tables) {
      yield line({ table: table.name });
      const rows = copyRows(client, table);
      for await (const chunk of rows.chunks()) {
        progress(chunk.length);
        yield chunk;
      }
      footer.tables.push(await rows.digest());
      yield endOfRows;
    }
    footer.sequences.push(...(await sequenceValues(client)));
    yield line(footer);
  }
  async function* hashed(chunks: AsyncIterable<Buffer>) {
    for await (const chunk of chunks) {
      sha256.update(chunk);
      yield chunk;
    }
  }
  // Readable only by its owner, because addresses and balances are not encrypted.
  const out = createWriteStream(draft, { flags: 'w', mode: 0o600 });
  await pipeline(text(), createGzip({ level: gzipLevel }), hashed, out);
  const handle = await open(draft, 'a');
  await handle.write(trailerOf(sha256.digest('hex'), masterKey));
  await handle.sync();
  await handle.close();
  return footer;
}

const line = (value: unknown) => `${JSON.stringify(value)}\n`;

/** Sequences are not part of a snapshot. Read them after the tables, so that they are not behind the tables. */
async function sequenceValues(client: PoolClient): Promise<SequenceValue[]> {
  const values: SequenceValue[] = [];
  for (const name of await listSequences(client)) {
    const { rows } = await client.query<{ last_value: bigint; is_called: boolean }>(
      `select last_value, is_called from ${name}`,
    );
    for (const { last_value, is_called } of rows) values.push({ name, last_value: String(last_value), is_called });
  }
  return values;
}

async function flush(folder: string) {
  const handle = await open(folder, 'r');
  await handle.sync().catch(() => undefined); // not supported on Windows
  await handle.close();
}
