import type { Queryable } from '../../platform/database/pool.ts';

/** Returns whether a document with this digest was denied in the last 30 days. */
export async function wasDenied(database: Queryable, digest: Buffer): Promise<boolean> {
  const { rowCount } = await database.query(
    `select from document_traces where digest = $1 and denied_at > now() - interval '30 days'`,
    [digest],
  );
  return rowCount === 1;
}

/** Records a denied document for 30 days in the deciding transaction. */
export async function rememberDenial(tx: Queryable, digest: Buffer): Promise<void> {
  await tx.query(
    `insert into document_traces (digest, denied_at) values ($1, now())
     on conflict (digest) do update set denied_at = excluded.denied_at`,
    [digest],
  );
}
