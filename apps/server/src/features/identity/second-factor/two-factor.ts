import type { Queryable } from '../../../platform/database/pool.ts';
import { transact } from '../../../platform/database/transact.ts';
import { Refusal } from '../../../platform/refusal.ts';
import type { Letterhead } from '../../mail/index.ts';
import { recordChange } from '../record-change.ts';
import type { SignedIn } from '../member.ts';
import { assertCurrentPassword, type EnteredPassword } from '../password/current-password.ts';
import { mailSecurityNews } from '../security-mails.ts';
import { assertStillSignedIn } from '../sessions/open-sessions.ts';
import { createAuthenticator } from './authenticator.ts';
import { hasAnyFactor, createRecoveryCodes, voidCodesWithoutFactor } from './recovery-codes.ts';
import { showAppCode, type FactorDependencies } from './show-factor.ts';
import { noFactor, recordFactor } from './step-up.ts';

/** The password that confirms a change of the factors, and the IP address. */
type WithPassword = Omit<EnteredPassword, 'member'>;

/**
 * Creates a secret for an authenticator app. The secret counts only after `turnOnTwoFactor`. Refusals:
 * `second_factor_on`, `bad_credentials`, `too_many_requests`, `busy`.
 */
export async function setUpTwoFactor(
  dependencies: FactorDependencies & { readonly letterhead: Pick<Letterhead, 'brand'> },
  member: SignedIn,
  confirmation: WithPassword,
) {
  if (member.twoFactor) throw alreadyOn();
  await assertCurrentPassword(dependencies, { member, ...confirmation });
  return transact(dependencies.pool, async (tx) => {
    await assertStillSignedIn(tx, member);
    if (await isOn(tx, member.id)) throw alreadyOn();
    return createAuthenticator(tx, dependencies.vault, { ...member, issuer: dependencies.letterhead.brand });
  });
}

/**
 * Turns the authenticator on and returns the recovery codes. Refusals: `second_factor_on`; `second_factor_off` without
 * a set-up; `second_factor_wrong`, `too_many_requests`.
 */
export async function turnOnTwoFactor(
  dependencies: FactorDependencies,
  member: SignedIn,
  entered: { readonly code: string; readonly ip: string },
): Promise<string[]> {
  const { pool } = dependencies;
  if (member.twoFactor) throw alreadyOn();
  const { rowCount } = await pool.query('select from authenticators where user_id = $1', [member.id]);
  if (rowCount === 0) throw noFactor();
  const step = await showAppCode(dependencies, member.id, { ...entered, countedFor: member.sessionId });
  return transact(pool, async (tx) => {
    await assertStillSignedIn(tx, member);
    if (await isOn(tx, member.id)) throw alreadyOn();
    // A parallel set-up may have replaced the secret, which also resets the step.
    const same = await tx.query('select from authenticators where user_id = $1 and last_step = $2', [member.id, step]);
    if (same.rowCount === 0) throw noFactor();
    await tx.query('update users set two_factor_at = now() where id = $1', [member.id]);
    await recordFactor(tx, member.sessionId);
    await mailSecurityNews(tx, member.email, 'twoFactorOn');
    await recordChange(tx, [member.id], 'account');
    return createRecoveryCodes(tx, member.id);
  });
}

/** Turns the authenticator off. Refusals: `second_factor_off`, `bad_credentials`, `too_many_requests`, `busy`. */
export async function turnOffTwoFactor(
  dependencies: FactorDependencies,
  member: SignedIn,
  confirmation: WithPassword,
): Promise<void> {
  if (!member.twoFactor) throw noFactor();
  await assertCurrentPassword(dependencies, { member, ...confirmation });
  await transact(dependencies.pool, async (tx) => {
    await assertStillSignedIn(tx, member);
    if (!(await isOn(tx, member.id))) throw noFactor();
    await deleteAuthenticator(tx, member.id);
    await voidCodesWithoutFactor(tx, member.id);
    await mailSecurityNews(tx, member.email, 'twoFactorOff');
    await recordChange(tx, [member.id], 'account');
  });
}

/** Deletes the authenticator and the recovery codes. */
export async function deleteTwoFactor(tx: Queryable, userId: string): Promise<void> {
  await deleteAuthenticator(tx, userId);
  await tx.query('delete from recovery_codes where user_id = $1', [userId]);
}

async function deleteAuthenticator(tx: Queryable, userId: string): Promise<void> {
  await tx.query('update users set two_factor_at = null where id = $1', [userId]);
  await tx.query('delete from authenticators where user_id = $1', [userId]);
}

/** Replaces the recovery codes. Refusals: `second_factor_off`, `bad_credentials`, `too_many_requests`, `busy`. */
export async function renewRecoveryCodes(
  dependencies: FactorDependencies,
  member: SignedIn,
  confirmation: WithPassword,
): Promise<string[]> {
  if (!member.hasFactor) throw noFactor();
  await assertCurrentPassword(dependencies, { member, ...confirmation });
  return transact(dependencies.pool, async (tx) => {
    await assertStillSignedIn(tx, member);
    if (!(await hasAnyFactor(tx, member.id))) throw noFactor();
    await mailSecurityNews(tx, member.email, 'recoveryCodesRenewed');
    await recordChange(tx, [member.id], 'account');
    return createRecoveryCodes(tx, member.id);
  });
}

/** Returns whether the authenticator is on. Locks the member's row until the transaction ends. */
async function isOn(tx: Queryable, userId: string): Promise<boolean> {
  const { rows } = await tx.query<{ on: boolean }>(
    'select two_factor_at is not null as on from users where id = $1 for no key update',
    [userId],
  );
  return rows[0]?.on ?? false;
}

const alreadyOn = () => new Refusal('second_factor_on', 'Two-factor authentication is already on.');
