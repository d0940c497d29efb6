import { Refusal } from '../../../platform/refusal.ts';
import { factorResetWait } from '../../../platform/http/assert-may.ts';
import { owesFactor, type SignedIn } from '../member.ts';

/**
 * Runs a payment that takes a second factor only sometimes. For a day after a lost factor was reset, what would take one
 * is refused: whoever made operators believe in the loss has no factor to show. Refusals: `factor_reset_wait`.
 */
export async function paying<Paid>(member: SignedIn, pay: (owesFactor: boolean) => Promise<Paid>): Promise<Paid> {
  const { resetWaitUntil } = member;
  if (!resetWaitUntil) return pay(owesFactor(member));
  try {
    return await pay(true);
  } catch (error) {
    throw error instanceof Refusal && error.code === 'second_factor_required' ? factorResetWait(resetWaitUntil) : error;
  }
}
