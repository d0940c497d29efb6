import { createHash, hash } from 'node:crypto';
import type { PoolClient } from 'pg';
import { to } from 'pg-copy-streams';
import type { TableDigest } from './archive.ts';
import type { Table } from './schema.ts';
import { lineFeed, wholeLines } from './whole-lines.ts';

/**
 * One moment for all that is read from now on, and one way of writing it: the same rows are the same bytes, on every
 * server and in every copy, and come in the order they lie in.
 */
export async function beginSnapshot(client: PoolClient) {
  await client.query('begin isolation level repeatable read');
  await client.query(`set local datestyle = 'ISO, YMD'`);
  for (const [name, value] of Object.entries(pinned)) await client.query(`set local ${name} = '${value}'`);
}

const pinned = {
  timezone: 'UTC',
  intervalstyle: 'postgres',
  bytea_output: 'hex',
  extra_float_digits: '1',
  client_encoding: 'UTF8',
  synchronize_seqscans: 'off',
  max_parallel_workers_per_gather: '0',
  statement_timeout: '0',
  idle_in_transaction_session_timeout: '0',
};

/** A table's rows as COPY writes them. After the last one `digest` knows them all. */
export function copyRows(client: PoolClient, { name, columns }: Table) {
  const sha256 = createHash('sha256');
  // A query and not the table: of a partitioned one PostgreSQL 15 to 17 copy nothing else.
  const stream = client.query(to(`copy (select ${columns.join(', ')} from ${name}) to stdout`));
  return {
    async *chunks(): AsyncGenerator<Buffer> {
      for await (const chunk of stream as AsyncIterable<Buffer>) {
        sha256.update(chunk);
        yield chunk;
      }
    },
    async digest(): Promise<TableDigest> {
      // PostgreSQL tells their number after the last of them, which the stream does not wait for: the next answer is later.
      await client.query('select');
      return { name, rows: stream.rowCount, sha256: sha256.digest('hex') };
    },
  };
}

/** Reads a table and keeps nothing of it but what tells it from another. */
export async function digestOf(
  client: PoolClient,
  table: Table,
  progress: (bytes: number) => void,
): Promise<TableDigest> {
  const rows = copyRows(client, table);
  for await (const chunk of rows.chunks()) progress(chunk.length);
  return rows.digest();
}

/**
 * What rows add up to by their SHA-256, in whatever order they come. A copy's may lie in another one: as it loads a
 * partition PostgreSQL 15 puts a short row into what longer ones have left of an earlier page.
 */
export async function sumOf(chunks: AsyncIterable<Buffer>): Promise<bigint> {
  let sum = 0n;
  for await (const lines of wholeLines(chunks))
    for (let at = 0; at < lines.length;) {
      const end = lines.indexOf(lineFeed, at) + 1;
      sum += BigInt(`0x${hash('sha256', lines.subarray(at, end))}`);
      at = end;
    }
  return sum;
}
