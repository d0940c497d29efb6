import { paymentLink, type LinkTerms } from '@florin/contract';
import { formatAmount } from '@florin/money';
import type { Pool } from '../../platform/database/pool.ts';
import { transact } from '../../platform/database/transact.ts';
import { Refusal } from '../../platform/refusal.ts';
import { countUse } from '../../platform/use-counts.ts';
import type { Member } from '../identity/index.ts';
import { noteLines, queueMemberMail, senderOf, shortSenderOf } from '../mail/index.ts';

const sharing = {
  use: 'share-payment-link',
  max: 20,
  seconds: 24 * 60 * 60,
  sentence: 'Your payment link was mailed 20 times in 24 hours. Copy it instead, or wait until tomorrow.',
} as const;

/** Mails a member's payment link. Errors: `too_many_requests`. */
export async function sharePaymentLink(
  { pool, publicUrl, rateLimits }: { readonly pool: Pool; readonly publicUrl: string; readonly rateLimits: boolean },
  member: Member,
  { to, ...terms }: LinkTerms & { readonly to: string },
): Promise<void> {
  const { amount, note } = terms;
  await transact(pool, async (tx) => {
    await countUse(tx, member.id, sharing);
    const mail = {
      subject: `How to pay ${shortSenderOf(member)}`,
      body: [
        `${senderOf(member)} shared a payment link${amount ? ` for ${formatAmount(amount)}` : ''} with you.`,
        ...noteLines(note),
        'If you don’t know this person, ignore this email. No money moves unless you pay.',
      ].join('\n\n'),
      publicUrl,
      path: paymentLink('', member.email, terms),
      button: 'Open the payment page',
    };
    if (!(await queueMemberMail(tx, { senderId: member.id, to: { id: null, email: to }, limited: rateLimits }, mail)))
      throw new Refusal(
        'too_many_requests',
        'This address got too many emails today, so we sent none. Copy the link instead, or mail it tomorrow.',
        { retryAfterSeconds: 24 * 60 * 60 },
      );
  });
}
