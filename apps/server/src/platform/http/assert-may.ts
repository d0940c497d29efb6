import type { Endpoint } from '@florin/contract';
import { Refusal } from '../refusal.ts';

/** Of whoever asks, what decides about asking. */
export type Identified = {
  readonly id: string;
  readonly role: 'member' | 'operator';
  readonly emailConfirmed: boolean;
  /** Has an authenticator app or a passkey. */
  readonly hasFactor: boolean;
  /** The session has shown a second factor a short while ago. */
  readonly factorFresh: boolean;
  /** The session has shown the password a short while ago. */
  readonly passwordFresh: boolean;
  /** A lost second factor was reset: until then some calls are refused. */
  readonly resetWaitUntil?: Date | null;
};

/**
 * Whether whoever asks may call the endpoint at all, and has shown enough of themselves for it. Refusals: `not_found`,
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
      'Confirm your email address first: open the link in the email we sent you, or have it sent again.',
    );
  if (waitsAfterFactorReset === true && member.resetWaitUntil) throw factorResetWait(member.resetWaitUntil);
  if (stepUp === true || stepUp === 'or_password') assertShown(stepUp, member);
}

/** `2026-11-28 09:30 UTC` */
const momentText = (moment: Date) => `${moment.toISOString().slice(0, 16).replace('T', ' ')} UTC`;

export const factorResetWait = (until: Date) =>
  new Refusal(
    'factor_reset_wait',
    `Your second factor was reset a short while ago. To protect your money, this is possible again from ${momentText(until)} on.`,
  );

/** A member with a second factor shows it; `or_password`: a member without one shows the password instead. */
function assertShown(stepUp: true | 'or_password', { hasFactor, factorFresh, passwordFresh }: Identified) {
  if (hasFactor && !factorFresh) throw new Refusal('second_factor_required', 'Please show your second factor first.');
  if (stepUp === 'or_password' && !hasFactor && !passwordFresh)
    throw new Refusal('password_required', 'Please enter your password again first.');
}
