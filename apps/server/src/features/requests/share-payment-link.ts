import { paymentLink, type LinkTerms } from '@florin/contract';
import { formatAmount } from '@florin/money';
import type { Pool } from '../../platform/database/pool.ts';
import { transact } from '../../platform/database/transact.ts';
import { countUse } from '../../platform/use-limit.ts';
import type { Member } from '../identity/index.ts';
import { queueMail } from '../mail/index.ts';

const sharing = {
  use: 'share-payment-link',
  most: 20,
  seconds: 24 * 60 * 60,
  sentence: 'Your payment link was mailed 20 times in 24 hours. Copy it instead, or wait until tomorrow.',
} as const;

/** Mails a member's payment link to somebody. Refusals: `too_many_requests`. */
export async function sharePaymentLink(
  { pool, publicUrl }: { readonly pool: Pool; readonly publicUrl: string },
  member: Member,
  { to, ...terms }: LinkTerms & { readonly to: string },
): Promise<void> {
  const { amount, note } = terms;
  await transact(pool, async (tx) => {
    await countUse(tx, member.id, sharing);
    await queueMail(tx, {
      to,
      subject: `How to pay ${member.name}`,
      body: [
        `${member.name} (${member.email}) has shared a payment link with you${amount ? `, for ${formatAmount(amount)}` : ''}.`,
        ...(note === undefined ? [] : [`Their note: ${note}`]),
        'If you do not know them, do nothing: no money moves unless you pay.',
      ].join('\n\n'),
      link: paymentLink(publicUrl, member.email, terms),
    });
  });
}
