import { transact } from '../../platform/database/transact.ts';
import { Refusal } from '../../platform/refusal.ts';
import { mailSecurityNews, type Member, recordChange } from '../identity/index.ts';
import { keepForm, keepNewName, lockCase, readCase } from './case-store.ts';
import type { Draft, KycCase } from './kyc-case.ts';
import type { KycDependencies } from './upload-file.ts';

/**
 * Begins a new identity check for a verified member who wants another name. The verified name and its limits stay until
 * the check is approved. The draft begins with what was entered before, under the new name; the files have to be new.
 *
 * Refusals: `verification_closed` for a member who is not verified, who has that name, or whose check of a new name is
 * under way; 30 days long also after a new name was denied.
 */
export async function startNameChange({ pool, vault }: KycDependencies, member: Member, name: string): Promise<void> {
  await transact(pool, async (tx) => {
    await lockCase(tx, member.id);
    const kycCase = await readCase(vault, tx, member.id);
    assertMayStart(kycCase, name);
    await keepNewName(vault, tx, member.id, name);
    await keepForm(vault, tx, member.id, { ...kycCase.form, ...namesOf(name) });
    await mailSecurityNews(tx, kycCase.email, 'nameChangeStarted');
    await recordChange(tx, [member.id], 'account');
  });
}

/** Ends it: the member keeps the verified name. Changes nothing where none was begun. */
export async function cancelNameChange({ pool, vault }: KycDependencies, member: Member): Promise<void> {
  await transact(pool, async (tx) => {
    await lockCase(tx, member.id);
    const kycCase = await readCase(vault, tx, member.id);
    if (!kycCase.newName) return;
    await keepNewName(vault, tx, member.id, undefined);
    await keepForm(vault, tx, member.id, { ...kycCase.form, ...namesOf(kycCase.name) });
    await recordChange(tx, [member.id], 'account');
  });
}

function assertMayStart({ state, level, newName, name: present, accountClosed, mayRetryAt }: KycCase, name: string) {
  if (accountClosed) throw new Refusal('not_signed_in', 'This account was closed.');
  if (level < 2) throw closed('Your name is not verified yet. Change it on your profile page.');
  if (newName && state.status === 'pending')
    throw closed('A new name is being checked already. Wait, or keep your name.');
  if (name === present) throw closed('This is your verified name already.');
  if (mayRetryAt) throw closed(`Your last new name was not verified. You can try again from ${dayOf(mayRetryAt)} on.`);
}

/** `2026-12-27` */
const dayOf = (moment: Date) => moment.toISOString().slice(0, 10);

const closed = (sentence: string) => new Refusal('verification_closed', sentence, { fields: { name: sentence } });

/** The last word is taken for the last name; the member can put it right in the form. */
function namesOf(name: string): Draft {
  const words = name.split(/\s+/);
  const last = words.length > 1 ? words.pop() : undefined;
  return { first_name: words.join(' ').slice(0, 100), last_name: (last ?? '').slice(0, 100) };
}
