import { createHash, hash } from 'node:crypto';
import type { PoolClient } from 'pg';
import { to } from 'pg-copy-streams';
import type { TableDigest } from './archive.ts';
import type { Table } from './schema.ts';
import { lineFeed, wholeLines } from './whole-lines.ts';

/**
 * Begins a snapshot for all following reads and fixes the output format, so that equal rows give equal bytes on every
 * server. Rows come in their physical order.
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

/** Streams the rows of a table in COPY format. `digest` is available after the last row. */
export function copyRows(client: PoolClient, { name, columns }: Table) {
  const sha256 = createHash('sha256');
  // Names a query and not the table, because PostgreSQL 15 to 17 cannot copy a partitioned table by name.
  const stream = client.query(to(`copy (select ${columns.join(', ')} from ${name}) to stdout`));
  return {
    async *chunks(): AsyncGenerator<Buffer> {
      for await (const chunk of stream as AsyncIterable<Buffer>) {
        sha256.update(chunk);
        yield chunk;
      }
    },
    async digest(): Promise<TableDigest> {
      // PostgreSQL sends the row count after the last row. This query waits for the row count, because the stream does
      // not.
      await client.query('select');
      return { name, rows: stream.rowCount, sha256: sha256.digest('hex') };
    },
  };
}

/** Reads a table and returns only its digest. */
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
 * Returns the sum of the rows' SHA-256 digests, which does not depend on their order. A restored copy may have another
 * order: when PostgreSQL 15 loads a partition, it puts short rows into free space of earlier pages.
 */
export async function sumOf(chunks: AsyncIterable<Buffer>): Promise<bigint> {
  let sum = 0n;
  for await (const lines of wholeLines(chunks))
    for (let offset = 0; offset < lines.length;) {
      const end = lines.indexOf(lineFeed, offset) + 1;
      sum += BigInt(`0x${hash('sha256', lines.subarray(offset, end))}`);
      offset = end;
    }
  return sum;
}
