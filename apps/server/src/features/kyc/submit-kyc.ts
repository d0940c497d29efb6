import { kycForm } from '@florin/contract';
import * as z from 'zod/mini';
import { transact } from '../../platform/database/transact.ts';
import { sentenceFor } from '../../platform/http/parse-part.ts';
import { Refusal } from '../../platform/refusal.ts';
import { countUse, type UseLimit } from '../../platform/use-limit.ts';
import { recordChange } from '../identity/index.ts';
import type { Member } from '../identity/index.ts';
import { keepForm, lockCase, noteSubmission, readCase } from './case-store.ts';
import { merged } from './draft.ts';
import { listFiles, removeFile } from './file-store.ts';
import { assertOpen, hasBack, type Draft } from './kyc-case.ts';
import type { KycDependencies } from './upload-file.ts';
import { completed } from './what-is-missing.ts';

const submissionsPerDay: UseLimit = {
  use: 'kyc-submission',
  most: 5,
  seconds: 24 * 3_600,
  sentence: 'You have submitted your verification five times today. Please try again tomorrow.',
};

export type SentForm = Readonly<Record<string, string | null>>;

/**
 * Hands the verification in: what is sent, and for the rest what was kept before. From then on it is closed until it is
 * decided. Refusals: `verification_incomplete`, `verification_closed`, `too_many_requests`.
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
    const form = completed(merged(kycCase, readSent(sent)), files, kycCase);
    if (rateLimits) await countUse(tx, member.id, submissionsPerDay);
    await keepForm(vault, tx, member.id, form);
    if (!hasBack(form)) await removeFile(tx, member.id, { kind: 'back' }); // nothing is kept that nobody asked for
    await noteSubmission(tx, member.id);
    await recordChange(tx, [member.id], 'account');
  });
}

/** Takes `firstName` for `first_name`. What is not a field of the form is none of our business. */
function readSent(sent: SentForm): Draft {
  const values = Object.entries(sent).flatMap(([key, value]) =>
    value === null ? [] : [[key.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`), value] as const],
  );
  const parsed = z.safeParse(z.partial(kycForm), Object.fromEntries(values), { error: sentenceFor });
  if (parsed.success) return parsed.data;
  const fields = Object.fromEntries(parsed.error.issues.map(({ path, message }) => [String(path[0]), message]));
  throw new Refusal('verification_incomplete', 'Please check what you have entered.', { fields });
}
