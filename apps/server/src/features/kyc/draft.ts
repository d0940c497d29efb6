import type { KycDraft } from '@florin/contract';
import { transact } from '../../platform/database/transact.ts';
import type { Member } from '../identity/index.ts';
import { lockCase, readCase, saveForm } from './case-store.ts';
import { fileView, listFiles } from './file-store.ts';
import { assertOpen, type Draft, type KycCase } from './kyc-case.ts';
import type { KycDependencies } from './upload-file.ts';
import { isAbout } from './what-is-missing.ts';

/** Returns the form and the files of the member's draft. */
export async function readDraft({ pool, vault }: KycDependencies, member: Member): Promise<KycDraft> {
  const kycCase = await readCase(vault, pool, member.id);
  const files = await listFiles(vault, pool, member.id);
  return { form: maskedForm(kycCase), files: files.filter((file) => isAbout(file, kycCase.newName)).map(fileView) };
}

/** Merges the sent fields into the saved draft. Refusals: `verification_closed`. */
export async function saveDraft(dependencies: KycDependencies, member: Member, sent: Draft): Promise<KycDraft> {
  const { pool, vault } = dependencies;
  await transact(pool, async (tx) => {
    await lockCase(tx, member.id);
    const kycCase = await readCase(vault, tx, member.id);
    assertOpen(kycCase);
    await saveForm(vault, tx, member.id, mergeForm(kycCase, sent));
  });
  return readDraft(dependencies, member);
}

/**
 * Returns the saved form with the sent fields. If the client sends the masked document number, the saved number is
 * meant.
 */
export function mergeForm(kycCase: KycCase, sent: Draft): Draft {
  const { id_number, ...rest } = sent;
  const isMasked = id_number === undefined || id_number === maskedForm(kycCase).id_number;
  return { ...kycCase.form, ...rest, ...(isMasked ? {} : { id_number }) };
}

/** Returns the form. After the first submission, the document number shows only its last four characters. */
function maskedForm({ form, round }: KycCase): Draft {
  const { id_number, ...rest } = form;
  if (id_number === undefined) return rest;
  return { ...rest, id_number: round === 0 ? id_number : `•••• ${id_number.slice(-4)}` };
}
