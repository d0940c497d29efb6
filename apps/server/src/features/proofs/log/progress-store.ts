import type { Queryable } from '../../../platform/database/pool.ts';

/**
 * The last number of a ledger when earlier entries may still be in flight, and the transaction that shows when all of
 * these have ended.
 */
export type Mark = { readonly last: bigint; readonly transaction: bigint; readonly bundle: number };

/** The progress of a ledger's journal in the log. */
export type Progress = {
  /** All entries up to this number are in the log, and no further entry up to it will follow. */
  readonly settled: bigint;
  /** Later entries are in this bundle or a later bundle. */
  readonly settledBundle: number;
  readonly mark: Mark | undefined;
};

type Row = {
  settled: bigint;
  settled_bundle: bigint;
  mark: bigint | null;
  mark_xid: bigint | null;
  mark_bundle: bigint | null;
};

export async function readProgress(database: Queryable, shard: number): Promise<Progress> {
  const { rows } = await database.query<Row>(
    'select settled, settled_bundle, mark, mark_xid, mark_bundle from log_progress where shard = $1',
    [shard],
  );
  const [row] = rows;
  if (!row) return { settled: 0n, settledBundle: 0, mark: undefined };
  const { mark, mark_xid: transaction, mark_bundle: bundle } = row;
  const isMarked = mark !== null && transaction !== null && bundle !== null;
  return {
    settled: row.settled,
    settledBundle: Number(row.settled_bundle),
    mark: isMarked ? { last: mark, transaction, bundle: Number(bundle) } : undefined,
  };
}

export async function storeProgress(
  tx: Queryable,
  shard: number,
  { settled, settledBundle, mark }: Progress,
): Promise<void> {
  await tx.query(
    `insert into log_progress (shard, settled, settled_bundle, mark, mark_xid, mark_bundle)
     values ($1, $2, $3, $4, $5, $6)
     on conflict (shard) do update
     set settled = excluded.settled, settled_bundle = excluded.settled_bundle,
         mark = excluded.mark, mark_xid = excluded.mark_xid, mark_bundle = excluded.mark_bundle`,
    [shard, settled, settledBundle, mark?.last ?? null, mark?.transaction ?? null, mark?.bundle ?? null],
  );
}

/** Returns the entries after the settled ones that are in the log. */
export async function loggedAfter(database: Queryable, { settled, settledBundle }: Progress): Promise<Set<bigint>> {
  const { rows } = await database.query<{ id: bigint }>(
    'select id from log_bundles, unnest(journal) id where number >= $1 and id > $2',
    [settledBundle, settled],
  );
  return new Set(rows.map(({ id }) => id));
}
