import type { KycDraft } from '@florin/contract';
import { transact } from '../../platform/database/transact.ts';
import type { Member } from '../identity/index.ts';
import { keepForm, lockCase, readCase } from './case-store.ts';
import { fileView, listFiles } from './file-store.ts';
import { assertOpen, type Draft, type KycCase } from './kyc-case.ts';
import type { KycDependencies } from './upload-file.ts';
import { isAbout } from './what-is-missing.ts';

/** What the member has entered and uploaded so far. */
export async function readDraft({ pool, vault }: KycDependencies, member: Member): Promise<KycDraft> {
  const kycCase = await readCase(vault, pool, member.id);
  const files = await listFiles(vault, pool, member.id);
  return { form: shown(kycCase), files: files.filter((file) => isAbout(file, kycCase.newName)).map(fileView) };
}

/** Keeps what is sent beside what was kept before. Refusals: `verification_closed`. */
export async function saveDraft(dependencies: KycDependencies, member: Member, sent: Draft): Promise<KycDraft> {
  const { pool, vault } = dependencies;
  await transact(pool, async (tx) => {
    await lockCase(tx, member.id);
    const kycCase = await readCase(vault, tx, member.id);
    assertOpen(kycCase);
    await keepForm(vault, tx, member.id, merged(kycCase, sent));
  });
  return readDraft(dependencies, member);
}

/** What is sent over what is there. A number that comes back as it was shown is the one that is there. */
export function merged(kycCase: KycCase, sent: Draft): Draft {
  const { id_number, ...rest } = sent;
  const isShown = id_number === undefined || id_number === shown(kycCase).id_number;
  return { ...kycCase.form, ...rest, ...(isShown ? {} : { id_number }) };
}

/** Once it was submitted, the number of a document is shown by its end only. */
function shown({ form, round }: KycCase): Draft {
  const { id_number, ...rest } = form;
  if (id_number === undefined) return rest;
  return { ...rest, id_number: round === 0 ? id_number : `•••• ${id_number.slice(-4)}` };
}
