import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import type { Applied } from '../database/migrate.ts';
import type { Table, Partition } from './schema.ts';

/**
 * The format of a backup file: gzip data, followed by one line of plain text that authenticates it. The unpacked data is
 * text, so that it can be read without Florin: a JSON line that describes the content; per table a JSON line, the rows in
 * PostgreSQL's COPY format and a line `\.`; and a last JSON line with counts and digests.
 */
export const formatVersion = 2;

/** The first line. The header and all tables are from one snapshot. */
export type Header = {
  readonly florin_backup: number;
  readonly taken_at: string;
  readonly server_version: string;
  /** The schema version: the migrations that created the tables, in order. */
  readonly migrations: readonly Applied[];
  /** Ordered so that referenced tables come first. */
  readonly tables: readonly Table[];
  readonly partitions: readonly Partition[];
  /** Facts that the caller compares after a restore. */
  readonly facts: Readonly<Record<string, string>>;
  readonly cut?: Cut;
};

/** A moment at which several databases were read. Their files belong together. */
export type Cut = {
  readonly id: string;
  /** The number of this file's database, from 0 on. */
  readonly place: number;
  readonly databases: number;
};

export type TableDigest = { readonly name: string; readonly rows: number; readonly sha256: string };

export type SequenceValue = { readonly name: string; readonly last_value: string; readonly is_called: boolean };

/** The last line. */
export type Footer = { readonly tables: readonly TableDigest[]; readonly sequences: readonly SequenceValue[] };

/** Ends the rows of a table. No row can equal this text, because COPY doubles a backslash. */
export const endOfRows = '\\.\n';

/** A problem of a backup file, as a sentence for the operator. */
export class ArchiveProblem extends Error {}

/**
 * Returns the line after the compressed data. The digest detects damage. The seal is an HMAC under the master key and
 * detects forgery.
 */
export const trailerOf = (sha256: string, masterKey: Buffer) =>
  `\nsha256 ${sha256} seal ${sealOf(sha256, masterKey)}\n`;

export const trailerBytes = Buffer.byteLength(trailerOf('0'.repeat(64), Buffer.alloc(32)));

/** @throws ArchiveProblem if the file is damaged, or was authenticated with none of these master keys */
export function assertTrailer(trailer: string, sha256: string, masterKeys: readonly Buffer[]) {
  const [, storedDigest, seal] = /^\nsha256 ([0-9a-f]{64}) seal ([0-9a-f]{64})\n$/.exec(trailer) ?? [];
  if (storedDigest === undefined || seal === undefined)
    throw new ArchiveProblem(
      'This is not a complete backup: its end is missing. The file was truncated, or it is not a backup.',
    );
  if (storedDigest !== sha256)
    throw new ArchiveProblem('This backup is damaged: its digest does not match. Use another copy.');
  if (!masterKeys.some((key) => timingSafeEqual(Buffer.from(seal), Buffer.from(sealOf(sha256, key)))))
    throw new ArchiveProblem(
      'This backup was not authenticated with this master key. Either the key is a different one, or the file was changed. Use the master key of the day the backup was taken.',
    );
}

function sealOf(sha256: string, masterKey: Buffer): string {
  const key = Buffer.from(hkdfSync('sha256', masterKey, '', 'florin backup', 32));
  return createHmac('sha256', key).update(sha256).digest('hex');
}
