import type { Queryable } from '../../platform/database/pool.ts';
import type { KeyedDigest } from '../../platform/keyed-digest.ts';
import { rememberDenial, wasDenied } from '../traces/index.ts';

/** Whatever is typed between the letters and digits of a document's number says nothing. */
const plain = (number: string) =>
  number
    .normalize('NFKC')
    .toUpperCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '');

const digestOfDocument = (digestOf: KeyedDigest, number: string) => digestOf('document', plain(number));

/** Why an operator has to look at a document; nothing where there is no reason. */
export type DocumentVerdict = 'verified elsewhere' | 'denied before' | undefined;

/**
 * Whether the document is verified on another open account, or was denied on one that was closed since, in the last 30
 * days. Until the transaction ends nobody else is verified with the same number: of two at the same moment one sees the
 * other.
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

/** In the transaction that decides: of a verified document while its account is open, of a denied one for 30 days. */
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
