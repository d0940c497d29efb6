import { transact } from '../../platform/database/transact.ts';
import { Refusal } from '../../platform/refusal.ts';
import { assertNotTheHouse, mailSecurityNews, recordChange, type HouseName, type Member } from '../identity/index.ts';
import { endNewName, lockCase, readCase, saveForm, saveNewName } from './case-store.ts';
import type { Draft, KycCase } from './kyc-case.ts';
import type { KycDependencies } from './upload-file.ts';

/**
 * Starts a new identity check for a verified member who wants another name. The verified name and its limits stay until
 * the check is approved. The draft keeps the earlier form under the new name. The member must upload new files.
 *
 * Refusals: `verification_closed` if the member is not verified, already has this name, has a pending check of a new
 * name, or was denied a new name in the last 30 days; `invalid_request` for a name that pretends to be the institution.
 */
export async function startNameChange(
  { pool, vault, letterhead }: KycDependencies & HouseName,
  member: Member,
  name: string,
): Promise<void> {
  assertNotTheHouse({ letterhead }, name);
  await transact(pool, async (tx) => {
    await lockCase(tx, member.id);
    const kycCase = await readCase(vault, tx, member.id);
    assertMayStart(kycCase, name);
    await saveNewName(vault, tx, member.id, name);
    await saveForm(vault, tx, member.id, { ...kycCase.form, ...namesOf(name) });
    await mailSecurityNews(tx, kycCase.email, 'nameChangeStarted');
    await recordChange(tx, [member.id], 'account');
  });
}

/** Cancels the name change, so the member keeps the verified name and form. Does nothing if no change is active. */
export async function cancelNameChange({ pool, vault }: KycDependencies, member: Member): Promise<void> {
  await transact(pool, async (tx) => {
    await lockCase(tx, member.id);
    const kycCase = await readCase(vault, tx, member.id);
    if (!kycCase.newName) return;
    await endNewName(tx, member.id, 'dropped');
    await recordChange(tx, [member.id], 'account');
  });
}

function assertMayStart(
  { state, level, newName, name: currentName, accountClosed, mayRetryAt }: KycCase,
  name: string,
) {
  if (accountClosed) throw new Refusal('not_signed_in', 'This account was closed.');
  if (level < 2) throw closed('Your name is not verified yet. Change it on your profile page.');
  if (newName && state.status === 'pending')
    throw closed('A new name is already being checked. Wait, or keep your name.');
  if (name === currentName) throw closed('This is already your verified name.');
  if (mayRetryAt) throw closed(`We could not verify your last new name. Try again from ${dayOf(mayRetryAt)}.`);
}

/** `2026-12-27` */
const dayOf = (moment: Date) => moment.toISOString().slice(0, 10);

const closed = (sentence: string) => new Refusal('verification_closed', sentence, { fields: { name: sentence } });

/** Splits a name before its last word. The member can correct the parts in the form. */
function namesOf(name: string): Draft {
  const words = name.split(/\s+/);
  const last = words.length > 1 ? words.pop() : undefined;
  return { first_name: words.join(' ').slice(0, 100), last_name: (last ?? '').slice(0, 100) };
}
