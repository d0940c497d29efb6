import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import type { Applied } from '../database/migrate.ts';
import type { Table, Partition } from './schema.ts';

/**
 * A backup is one file: gzip, and after it one line of plain text that vouches for every byte before. Unpacked it is
 * text, so that it can be read without Florin in need: a line of JSON that says what is to come; per table a line of
 * JSON, the rows as PostgreSQL's COPY writes them and a line `\.`; and a last line of JSON with counts and digests.
 */
export const formatVersion = 2;

/** The first line. Everything in it and in the tables is of one moment. */
export type Header = {
  readonly florin_backup: number;
  readonly taken_at: string;
  readonly server_version: string;
  /** The version of the schema: the migrations that made its tables, in order. */
  readonly migrations: readonly Applied[];
  /** In an order in which no row comes before one that it refers to. */
  readonly tables: readonly Table[];
  readonly partitions: readonly Partition[];
  /** What the caller wants to find the same in the copy. */
  readonly facts: Readonly<Record<string, string>>;
};

export type TableDigest = { readonly name: string; readonly rows: number; readonly sha256: string };

export type SequenceValue = { readonly name: string; readonly last_value: string; readonly is_called: boolean };

/** The last line. */
export type Footer = { readonly tables: readonly TableDigest[]; readonly sequences: readonly SequenceValue[] };

/** Ends a table's rows. No row can look like it: COPY writes a backslash as two. */
export const endOfRows = '\\.\n';

/** What is wrong with a file, in a sentence for whoever wants it back. */
export class ArchiveProblem extends Error {}

/**
 * The line after the compressed part. The digest shows what damaged the file; the seal, which only a holder of the
 * master key can make, shows that nobody wrote it anew.
 */
export const trailerOf = (sha256: string, masterKey: Buffer) =>
  `\nsha256 ${sha256} seal ${sealOf(sha256, masterKey)}\n`;

export const trailerBytes = Buffer.byteLength(trailerOf('0'.repeat(64), Buffer.alloc(32)));

/** @throws ArchiveProblem where the file is damaged, or was sealed under none of these master keys */
export function assertTrailer(trailer: string, sha256: string, masterKeys: readonly Buffer[]) {
  const [, kept, seal] = /^\nsha256 ([0-9a-f]{64}) seal ([0-9a-f]{64})\n$/.exec(trailer) ?? [];
  if (kept === undefined || seal === undefined)
    throw new ArchiveProblem('This is not a whole backup: it has no end. It was cut off, or is something else.');
  if (kept !== sha256) throw new ArchiveProblem('This backup is damaged: it is not what was written.');
  if (!masterKeys.some((key) => timingSafeEqual(Buffer.from(seal), Buffer.from(sealOf(sha256, key)))))
    throw new ArchiveProblem(
      'This backup was not sealed under this master key: the key is another one, or somebody has changed the file. A backup is restored with the master key of the day it was taken.',
    );
}

function sealOf(sha256: string, masterKey: Buffer): string {
  const key = Buffer.from(hkdfSync('sha256', masterKey, '', 'florin backup', 32));
  return createHmac('sha256', key).update(sha256).digest('hex');
}
