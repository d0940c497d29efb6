import type { Queryable } from '../../platform/database/pool.ts';
import type { KeyedDigest } from '../../platform/keyed-digest.ts';
import { rememberDenial, wasDenied } from '../traces/index.ts';

/** Returns the letters and digits of a document number in upper case. */
const normalizedNumber = (number: string) =>
  number
    .normalize('NFKC')
    .toUpperCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '');

const digestOfDocument = (digestOf: KeyedDigest, number: string) => digestOf('document', normalizedNumber(number));

/** The reason why a document needs manual review; undefined if there is none. */
export type DocumentVerdict = 'verified elsewhere' | 'denied before' | undefined;

/**
 * Returns `verified elsewhere` if another open account is verified with the document. Returns `denied before` if a
 * closed account was denied with it in the last 30 days. Locks the number until the transaction ends, so parallel
 * checks of one number run one after another.
 */
export async function documentVerdict(
  tx: Queryable,
  digestOf: KeyedDigest,
  { userId, number }: { readonly userId: string; readonly number: string },
): Promise<DocumentVerdict> {
  const digest = await digestOfDocument(digestOf, number);
  await tx.query(`select pg_advisory_xact_lock(hashtextextended('document ' || encode($1::bytea, 'hex'), 0))`, [
    digest,
  ]);
  const { rowCount } = await tx.query(
    `select from kyc_cases c join people p on p.id = c.user_id and p.closed_at is null and p.kyc_level = 2
     where c.document_digest = $1 and c.user_id <> $2 limit 1`,
    [digest, userId],
  );
  if (rowCount) return 'verified elsewhere';
  return (await wasDenied(tx, digest)) ? 'denied before' : undefined;
}

/**
 * Stores the document's digest in the deciding transaction. A verified document counts while its account is open, a
 * denied one for 30 days.
 */
export async function rememberDocument(
  tx: Queryable,
  digestOf: KeyedDigest,
  {
    userId,
    number,
    outcome,
  }: { readonly userId: string; readonly number: string; readonly outcome: 'verified' | 'denied' },
): Promise<void> {
  const digest = await digestOfDocument(digestOf, number);
  if (outcome === 'denied') return rememberDenial(tx, digest);
  await tx.query('update kyc_cases set document_digest = $2 where user_id = $1', [userId, digest]);
}
