import type { Queryable } from '../../../platform/database/pool.ts';
import { transact } from '../../../platform/database/transact.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { recordChange } from '../record-change.ts';
import type { SignedIn } from '../member.ts';
import { assertCurrentPassword, type Asking } from '../password/current-password.ts';
import { mailSecurityNews } from '../security-mails.ts';
import { assertStillSignedIn } from '../sessions/open-sessions.ts';
import { makeAuthenticator } from './authenticator.ts';
import { hasAnyFactor, makeRecoveryCodes, voidCodesWithoutFactor } from './recovery-codes.ts';
import { showAppCode, type FactorDependencies } from './show-factor.ts';
import { noFactor, noteFactorShown } from './step-up.ts';

/** The password with which a member changes the factors, and from where it comes. */
type WithPassword = Omit<Asking, 'member'>;

/**
 * A secret for an authenticator app. It counts for nothing until a code of it was shown. Refusals: `second_factor_on`,
 * `bad_credentials`, `too_many_requests`, `busy`.
 */
export async function setUpTwoFactor(dependencies: FactorDependencies, member: SignedIn, asking: WithPassword) {
  if (member.twoFactor) throw alreadyOn();
  await assertCurrentPassword(dependencies, { member, ...asking });
  return transact(dependencies.pool, async (tx) => {
    await assertStillSignedIn(tx, member);
    if (await isOn(tx, member.id)) throw alreadyOn();
    return makeAuthenticator(tx, dependencies.vault, member);
  });
}

/**
 * Returns the recovery codes. Refusals: `second_factor_on`, `second_factor_off` where nothing was set up,
 * `second_factor_wrong`, `too_many_requests`.
 */
export async function turnOnTwoFactor(
  dependencies: FactorDependencies,
  member: SignedIn,
  showing: { readonly code: string; readonly ip: string },
): Promise<string[]> {
  const { pool } = dependencies;
  if (member.twoFactor) throw alreadyOn();
  const { rowCount } = await pool.query('select from authenticators where user_id = $1', [member.id]);
  if (rowCount === 0) throw noFactor();
  const step = await showAppCode(dependencies, member.id, { ...showing, countedFor: member.sessionId });
  return transact(pool, async (tx) => {
    await assertStillSignedIn(tx, member);
    if (await isOn(tx, member.id)) throw alreadyOn();
    // Another secret may have been made since the code was looked at: then the step is gone with the old one.
    const same = await tx.query('select from authenticators where user_id = $1 and last_step = $2', [member.id, step]);
    if (same.rowCount === 0) throw noFactor();
    await tx.query('update users set two_factor_at = now() where id = $1', [member.id]);
    await noteFactorShown(tx, member.sessionId);
    await mailSecurityNews(tx, member.email, 'twoFactorOn');
    await recordChange(tx, [member.id], 'account');
    return makeRecoveryCodes(tx, member.id);
  });
}

/** Refusals: `second_factor_off`, `bad_credentials`, `too_many_requests`, `busy`. */
export async function turnOffTwoFactor(
  dependencies: FactorDependencies,
  member: SignedIn,
  asking: WithPassword,
): Promise<void> {
  if (!member.twoFactor) throw noFactor();
  await assertCurrentPassword(dependencies, { member, ...asking });
  await transact(dependencies.pool, async (tx) => {
    await assertStillSignedIn(tx, member);
    if (!(await isOn(tx, member.id))) throw noFactor();
    await forgetAuthenticator(tx, member.id);
    await voidCodesWithoutFactor(tx, member.id);
    await mailSecurityNews(tx, member.email, 'twoFactorOff');
    await recordChange(tx, [member.id], 'account');
  });
}

/** Turns it off: neither the app nor a recovery code is good for anything. */
export async function forgetTwoFactor(tx: Queryable, userId: string): Promise<void> {
  await forgetAuthenticator(tx, userId);
  await tx.query('delete from recovery_codes where user_id = $1', [userId]);
}

async function forgetAuthenticator(tx: Queryable, userId: string): Promise<void> {
  await tx.query('update users set two_factor_at = null where id = $1', [userId]);
  await tx.query('delete from authenticators where user_id = $1', [userId]);
}

/** Refusals: `second_factor_off`, `bad_credentials`, `too_many_requests`, `busy`. */
export async function renewRecoveryCodes(
  dependencies: FactorDependencies,
  member: SignedIn,
  asking: WithPassword,
): Promise<string[]> {
  if (!member.hasFactor) throw noFactor();
  await assertCurrentPassword(dependencies, { member, ...asking });
  return transact(dependencies.pool, async (tx) => {
    await assertStillSignedIn(tx, member);
    if (!(await hasAnyFactor(tx, member.id))) throw noFactor();
    await mailSecurityNews(tx, member.email, 'recoveryCodesRenewed');
    await recordChange(tx, [member.id], 'account');
    return makeRecoveryCodes(tx, member.id);
  });
}

/** Until the transaction ends nobody else turns it on or off. */
async function isOn(tx: Queryable, userId: string): Promise<boolean> {
  const { rows } = await tx.query<{ on: boolean }>(
    'select two_factor_at is not null as on from users where id = $1 for no key update',
    [userId],
  );
  return rows[0]?.on ?? false;
}

const alreadyOn = () => new Refusal('second_factor_on', 'Two-factor authentication is on already.');
