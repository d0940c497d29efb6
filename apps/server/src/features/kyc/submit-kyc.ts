import { kycForm } from '@florin/contract';
import * as z from 'zod/mini';
import { transact } from '../../platform/database/transact.ts';
import { sentenceFor } from '../../platform/http/parse-part.ts';
import { Refusal } from '../../platform/refusal.ts';
import { countUse, type UseLimit } from '../../platform/use-counts.ts';
import { recordChange } from '../identity/index.ts';
import type { Member } from '../identity/index.ts';
import { lockCase, readCase, recordSubmission, saveForm } from './case-store.ts';
import { mergeForm } from './draft.ts';
import { listFiles, removeFile } from './file-store.ts';
import { assertOpen, hasBack, type Draft } from './kyc-case.ts';
import type { KycDependencies } from './upload-file.ts';
import { completeForm } from './what-is-missing.ts';

const submissionsPerDay: UseLimit = {
  use: 'kyc-submission',
  max: 5,
  seconds: 24 * 3_600,
  sentence: 'You submitted your verification five times today. Try again tomorrow.',
};

export type SentForm = Readonly<Record<string, string | null>>;

/**
 * Submits the verification. Fields that are not sent come from the draft. The verification cannot be changed until it
 * is decided.
 *
 * Refusals: `verification_incomplete`, `verification_closed`, `too_many_requests`.
 */
export async function submitKyc(
  { pool, vault, rateLimits }: KycDependencies,
  member: Member,
  sent: SentForm,
): Promise<void> {
  await transact(pool, async (tx) => {
    await lockCase(tx, member.id);
    const kycCase = await readCase(vault, tx, member.id);
    assertOpen(kycCase);
    const files = await listFiles(vault, tx, member.id);
    const form = completeForm(mergeForm(kycCase, readSent(sent)), files, kycCase);
    if (rateLimits) await countUse(tx, member.id, submissionsPerDay);
    await saveForm(vault, tx, member.id, form);
    if (!hasBack(form)) await removeFile(tx, member.id, { kind: 'back' }); // do not store data that is not needed
    await recordSubmission(tx, member.id);
    await recordChange(tx, [member.id], 'account');
  });
}

/** Reads the sent fields in camelCase or snake_case. Ignores unknown fields. */
function readSent(sent: SentForm): Draft {
  const values = Object.entries(sent).flatMap(([key, value]) =>
    value === null ? [] : [[key.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`), value] as const],
  );
  const parsed = z.safeParse(z.partial(kycForm), Object.fromEntries(values), { error: sentenceFor });
  if (parsed.success) return parsed.data;
  const fields = Object.fromEntries(parsed.error.issues.map(({ path, message }) => [String(path[0]), message]));
  throw new Refusal('verification_incomplete', 'Please check the marked fields.', { fields });
}
