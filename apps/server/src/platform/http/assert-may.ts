import type { Endpoint } from '@florin/contract';
import { Refusal } from '../refusal.ts';

/** The facts about a caller that decide which calls are allowed. */
export type Identified = {
  readonly id: string;
  readonly role: 'member' | 'operator';
  readonly emailConfirmed: boolean;
  /** Has an authenticator app or a passkey. */
  readonly hasFactor: boolean;
  /** The session has confirmed a second factor within the last minutes. */
  readonly factorFresh: boolean;
  /** The session has confirmed the password within the last minutes. */
  readonly passwordFresh: boolean;
  /** A lost second factor was reset. Some calls are rejected until this time. */
  readonly resetWaitUntil?: Date | null;
};

/**
 * Asserts that the caller may call the endpoint and has confirmed enough for it. Refusals: `not_found`,
 * `operator_needs_factor`, `email_not_confirmed`, `second_factor_required`, `password_required`, `factor_reset_wait`.
 */
export function assertMay(
  { access, needsConfirmedEmail, stepUp, waitsAfterFactorReset }: Endpoint,
  member: Identified,
  operatorsNeedFactor: boolean,
) {
  if (access === 'operator' && member.role !== 'operator') throw new Refusal('not_found', 'There is nothing here.');
  if (access === 'operator' && operatorsNeedFactor && !member.hasFactor)
    throw new Refusal('operator_needs_factor', 'Set up a second factor on your profile page first.');
  if (needsConfirmedEmail && !member.emailConfirmed)
    throw new Refusal(
      'email_not_confirmed',
      'Confirm your email address first. Open the link in the email we sent you, or request a new one.',
    );
  if (waitsAfterFactorReset === true && member.resetWaitUntil) throw factorResetWait(member.resetWaitUntil);
  if (stepUp === true || stepUp === 'or_password') assertShown(stepUp, member);
}

/** `2026-11-28 09:30 UTC` */
const momentText = (moment: Date) => `${moment.toISOString().slice(0, 16).replace('T', ' ')} UTC`;

export const factorResetWait = (until: Date) =>
  new Refusal(
    'factor_reset_wait',
    `Your second factor was reset recently. To protect your money, you can do this again from ${momentText(until)} on.`,
  );

/** Requires a fresh second factor. With `or_password`, a member without one must have entered the password instead. */
function assertShown(stepUp: true | 'or_password', { hasFactor, factorFresh, passwordFresh }: Identified) {
  if (hasFactor && !factorFresh) throw new Refusal('second_factor_required', 'Confirm with your second factor first.');
  if (stepUp === 'or_password' && !hasFactor && !passwordFresh)
    throw new Refusal('password_required', 'Enter your password again first.');
}
