import { Refusal } from '../../../platform/refusal.ts';
import { needsFactor, type SignedIn } from '../member.ts';

/**
 * Runs a payment that may need a second factor. For a day after operators reset a lost factor, rejects a payment that
 * needs a second factor. The caller may have deceived the operators. Refusals: `factor_reset_wait`.
 */
export async function paying<Paid>(member: SignedIn, pay: (needsFactor: boolean) => Promise<Paid>): Promise<Paid> {
  const { resetWaitUntil } = member;
  if (!resetWaitUntil) return pay(needsFactor(member));
  try {
    return await pay(true);
  } catch (error) {
    throw error instanceof Refusal && error.code === 'second_factor_required' ? factorResetWait(resetWaitUntil) : error;
  }
}

/** `2026-11-28 09:30 UTC` */
const momentText = (moment: Date) => `${moment.toISOString().slice(0, 16).replace('T', ' ')} UTC`;

export const factorResetWait = (until: Date) =>
  new Refusal(
    'factor_reset_wait',
    `Your second factor was reset recently. To protect your money, you can do this again from ${momentText(until)} on.`,
  );
