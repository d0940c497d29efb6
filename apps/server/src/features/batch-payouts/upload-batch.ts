import { createHash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { batchPayoutBounds, shownLine, type Policy, type UploadedBatchPayout } from '@florin/contract';
import { uuidv7 } from 'uuidv7';
import type { Pool, Queryable } from '../../platform/database/pool.ts';
import { transact } from '../../platform/database/transact.ts';
import type { Upload } from '../../platform/http/route.ts';
import { Refusal } from '../../platform/refusal.ts';
import { countUse } from '../../platform/use-counts.ts';
import type { Vault } from '../../platform/vault.ts';
import { assertNoCardNumber } from '../funding/index.ts';
import { lockMember, personOf, type SignedIn } from '../identity/index.ts';
import { findBatch, findByDigest, type StoredBatch } from './batch-store.ts';
import { batchView, type Viewing } from './batch-view.ts';
import { checkRows, type CheckedRow } from './reading/check-rows.ts';
import { readOwnAccounts } from './reading/own-accounts.ts';
import { readTable, type ReadRow } from './reading/read-table.ts';
import { insertRows } from './row-store.ts';

export type Uploading = Viewing & {
  readonly pool: Pool;
  readonly policy: Policy;
  readonly vault: Vault;
  readonly rateLimits: boolean;
};

const daily = {
  use: 'batch-payouts',
  max: batchPayoutBounds.perDay,
  seconds: 24 * 60 * 60,
  sentence: `You uploaded ${batchPayoutBounds.perDay} files in 24 hours. Try again later.`,
} as const;

/**
 * Stores a file of payments with the errors of its cells. The same bytes again, from any person of the account, return
 * the earlier batch; a batch with errors is validated again. Refusals: `batch_file_refused`, `too_many_requests`.
 */
export async function uploadBatch(
  dependencies: Uploading,
  member: SignedIn,
  { name, stream }: Upload,
): Promise<UploadedBatchPayout> {
  const { pool, rateLimits } = dependencies;
  const bytes = await buffer(stream);
  const digest = createHash('sha256').update(bytes).digest();
  const earlier = await findByDigest(pool, member.id, digest);
  if (earlier && earlier.state !== 'invalid') return known(dependencies, earlier);
  const read = readTable(bytes);
  assertNoCards(name, read);
  const accounts = await readOwnAccounts(dependencies, member.id);
  const rows = await checkRows({ ...dependencies, owner: member, accounts }, read);
  if (rateLimits && !earlier) await countUse(pool, member.id, daily);
  const file = { digest, name: shownLine(name).slice(0, 100) || 'payouts.csv', rows };
  const stored = await transact(pool, (tx) => storeFile(tx, member, file));
  return stored.isKnown
    ? known(dependencies, stored.batch)
    : { batch: await batchView(dependencies, stored.batch), known: false, message: null };
}

/** A card number must not be stored, so one in any cell refuses the whole file. */
function assertNoCards(name: string, rows: readonly ReadRow[]): void {
  try {
    assertNoCardNumber({ name });
    for (const { number, cells } of rows)
      refusingRow(number, () => assertNoCardNumber({ ...cells, recipient: '', account_number: cells.recipient }));
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    throw new Refusal('batch_file_refused', error.message);
  }
}

function refusingRow(row: number, check: () => void): void {
  try {
    check();
  } catch (error) {
    throw error instanceof Refusal ? new Refusal(error.code, `Row ${row}: ${error.message}`) : error;
  }
}

type NewFile = { readonly digest: Buffer; readonly name: string; readonly rows: readonly CheckedRow[] };

/** The lock of the account serializes uploads, so that the same file is stored once. */
async function storeFile(tx: Queryable, member: SignedIn, { digest, name, rows }: NewFile) {
  if (!(await lockMember(tx, member.id))) throw new Refusal('not_signed_in', 'This account was closed.');
  const earlier = await findByDigest(tx, member.id, digest);
  const state = rows.some(({ errors }) => errors.length > 0) ? 'invalid' : 'ready';
  if (earlier) {
    const batch = await findBatch(tx, member.id, earlier.id, { locked: true });
    if (batch.state !== 'invalid') return { batch, isKnown: true };
    await tx.query('delete from batch_payout_rows where batch_id = $1', [batch.id]);
    await tx.query('update batch_payouts set state = $2 where id = $1', [batch.id, state]);
    await insertRows(tx, batch.id, rows);
    return { batch: { ...batch, state } satisfies StoredBatch, isKnown: true };
  }
  await assertRoom(tx, member.id);
  const id = uuidv7();
  await tx.query(
    `insert into batch_payouts (id, owner_id, digest, file_name, state, uploaded_by, uploaded_key)
     values ($1, $2, $3, $4, $5, $6, $7)`,
    [id, member.id, digest, name, state, personOf(member), member.key?.id],
  );
  await insertRows(tx, id, rows);
  return { batch: await findBatch(tx, member.id, id), isKnown: false };
}

async function assertRoom(tx: Queryable, ownerId: string): Promise<void> {
  const { rows } = await tx.query<{ count: number }>(
    `select count(*)::int as count from batch_payouts where owner_id = $1 and state in ('invalid', 'ready')`,
    [ownerId],
  );
  if ((rows[0]?.count ?? 0) >= batchPayoutBounds.unstarted)
    throw new Refusal(
      'too_many_requests',
      `${batchPayoutBounds.unstarted} batch payouts have not started. Remove some of them first.`,
    );
}

async function known(dependencies: Viewing, batch: StoredBatch): Promise<UploadedBatchPayout> {
  return { batch: await batchView(dependencies, batch), known: true, message: knownSentence(batch) };
}

/**
 * Returns the message about a known file. The message leaves out the time, because a reader could mistake its time
 * zone; the batch has the time.
 */
const knownSentence = ({ state, uploader_name: person, uploading_key_name: key }: StoredBatch): string => {
  const uploaded = `${key === null ? person : `API key ${key}, made by ${person},`} uploaded this file before.`;
  const advice =
    state === 'invalid' || state === 'ready'
      ? 'It has not been paid.'
      : 'It is not paid again. To pay the same rows again, change something in the file, such as the month in the reference.';
  return `${uploaded} ${advice}`;
};
