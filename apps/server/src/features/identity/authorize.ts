import type { Endpoint } from '@florin/contract';
import { Refusal } from '../../platform/refusal.ts';
import type { SignedIn } from './member.ts';
import { accountRestricted } from './restriction.ts';
import { factorResetWait } from './second-factor/reset-wait.ts';

/** The facts about a caller that decide which calls are allowed. */
type Caller = Pick<
  SignedIn,
  'role' | 'emailConfirmed' | 'hasFactor' | 'factorFresh' | 'passwordFresh' | 'resetWaitUntil' | 'restricted'
>;

/**
 * Returns a function that asserts that the caller may call the endpoint and has confirmed enough for it. In live mode,
 * operators without a second factor may make no operator call. Refusals: `not_found`, `operator_needs_factor`,
 * `email_not_confirmed`, `account_restricted`, `second_factor_required`, `password_required`, `factor_reset_wait`.
 */
export const authorizer =
  (mode: 'sandbox' | 'live') =>
  ({ access, needsConfirmedEmail, notWhileOwing, stepUp, waitsAfterFactorReset }: Endpoint, member: Caller): void => {
    if (access === 'operator' && member.role !== 'operator') throw new Refusal('not_found', 'There is nothing here.');
    if (access === 'operator' && mode === 'live' && !member.hasFactor)
      throw new Refusal('operator_needs_factor', 'Set up a second factor on your profile page first.');
    if (needsConfirmedEmail && !member.emailConfirmed)
      throw new Refusal(
        'email_not_confirmed',
        'Confirm your email address first. Open the link in the email we sent you, or request a new one.',
      );
    if (notWhileOwing && member.restricted) throw accountRestricted();
    if (waitsAfterFactorReset === true && member.resetWaitUntil) throw factorResetWait(member.resetWaitUntil);
    if (stepUp === true || stepUp === 'or_password') assertShown(stepUp, member);
  };

/** Requires a fresh second factor. With `or_password`, a member without one must have entered the password instead. */
function assertShown(stepUp: true | 'or_password', { hasFactor, factorFresh, passwordFresh }: Caller) {
  if (hasFactor && !factorFresh) throw new Refusal('second_factor_required', 'Confirm with your second factor first.');
  if (stepUp === 'or_password' && !hasFactor && !passwordFresh)
    throw new Refusal('password_required', 'Enter your password again first.');
}
