import { kycFileKinds, type KycFile, type Policy } from '@florin/contract';
import type { Ledger } from '../../ledger/index.ts';
import type { Pool } from '../../platform/database/pool.ts';
import { transact } from '../../platform/database/transact.ts';
import type { Upload } from '../../platform/http/route.ts';
import { Refusal } from '../../platform/refusal.ts';
import { countUse, type UseLimit } from '../../platform/use-counts.ts';
import type { Vault } from '../../platform/vault.ts';
import { recordChange } from '../identity/index.ts';
import type { Member } from '../identity/index.ts';
import { acceptFile } from './accept-file.ts';
import type { Scanning } from './assert-harmless.ts';
import { lockCase, readCase } from './case-store.ts';
import { arrivalTime, fileView, removeFile, saveFile } from './file-store.ts';
import { assertOpen } from './kyc-case.ts';

export type KycDependencies = {
  readonly pool: Pool;
  readonly ledger: Ledger;
  readonly vault: Vault;
  readonly policy: Policy;
  readonly rateLimits: boolean;
};

const uploadsPerDay: UseLimit = {
  use: 'kyc-upload',
  max: 30,
  seconds: 24 * 3_600,
  sentence: 'You uploaded 30 files today. Try again tomorrow.',
};

/**
 * Stores an uploaded file and replaces the earlier file of its kind. Refusals: `verification_closed`,
 * `too_many_requests`, `invalid_request`, `file_too_large`, `file_not_accepted`, `image_not_accepted`, `busy`.
 */
export async function uploadFile(
  { pool, vault, rateLimits, ...scanning }: KycDependencies & Scanning,
  member: Member,
  receive: () => Promise<Upload>,
): Promise<KycFile> {
  assertOpen(await readCase(vault, pool, member.id)); // fails early, before the file is read
  if (rateLimits) await countUse(pool, member.id, uploadsPerDay);
  const arrivedAt = await arrivalTime(pool);
  const upload = await receive();
  const kind = await kindOfUpload(upload, kycFileKinds);
  const accepted = await acceptFile(kind, upload, scanning);
  const stored = await transact(pool, async (tx) => {
    await lockCase(tx, member.id);
    assertOpen(await readCase(vault, tx, member.id));
    await recordChange(tx, [member.id], 'account');
    return saveFile(vault, tx, member.id, kind, { ...accepted, arrivedAt });
  });
  return fileView(stored);
}

/**
 * Returns the file's kind if it is allowed. Reads the file to its end before a rejection, so the client receives the
 * error. Refusals: `invalid_request`.
 */
export async function kindOfUpload<Kind extends string>(
  { fields, stream }: Upload,
  kinds: readonly Kind[],
): Promise<Kind> {
  const kind = kinds.find((known) => known === fields['kind']);
  if (kind) return kind;
  for await (const _chunk of stream) continue;
  const sentence = `Send the field kind before the file: ${kinds.join(', ')}.`;
  throw new Refusal('invalid_request', sentence, { fields: { kind: sentence } });
}

/** Deletes a file of the member's open verification. Refusals: `verification_closed`, `file_not_found`. */
export async function deleteFile({ pool, vault }: KycDependencies, member: Member, id: string): Promise<void> {
  await transact(pool, async (tx) => {
    await lockCase(tx, member.id);
    const kycCase = await readCase(vault, tx, member.id);
    const removed = await removeFile(tx, member.id, { id });
    if (!removed) throw noSuchFile();
    assertOpen(kycCase);
    await recordChange(tx, [member.id], 'account');
  });
}

export const noSuchFile = () => new Refusal('file_not_found', 'This file does not exist.');
