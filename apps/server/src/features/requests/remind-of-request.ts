import { reminderBounds, requestLink, type PaymentRequest } from '@florin/contract';
import { formatAmount } from '@florin/money';
import type { Pool } from '../../platform/database/pool.ts';
import { transact } from '../../platform/database/transact.ts';
import { Refusal } from '../../platform/refusal.ts';
import { assertKeyWallet, type Member, type Person } from '../identity/index.ts';
import { noteLines, queueMemberMail, senderOf, shortSenderOf, type MemberMail } from '../mail/index.ts';
import { notifyRequestChange } from './notify-request-change.ts';
import { notOpen } from './request-ending.ts';
import { asKnownTo } from './request-money.ts';
import { findRequest, noRequest, recordReminder, type MoneyRequest } from './request-store.ts';
import { canRemind, requestView, type RequestSettings } from './request-view.ts';

type Dependencies = RequestSettings & { readonly pool: Pool; readonly rateLimits: boolean };

/** Mails a reminder of a request. Errors: `not_found`, `request_not_open`, `reminded_enough`, `too_many_requests`. */
export async function remindOfRequest(dependencies: Dependencies, member: Member, id: string): Promise<PaymentRequest> {
  const { pool, publicUrl, rateLimits } = dependencies;
  const reminded = await transact(pool, async (tx) => {
    const request = await findRequest(tx, member, id, { locked: true });
    if (request.requester.id !== member.id) throw noRequest();
    assertKeyWallet(member, request.amount.asset);
    if (request.state !== 'open') throw notOpen();
    if (!request.recipient || !canRemind(request)) throw remindedEnough(request);
    await recordReminder(tx, request.id);
    const from = { senderId: member.id, to: request.recipient, limited: rateLimits };
    const mail = reminder(request, await asKnownTo(tx, request), publicUrl);
    if (!(await queueMemberMail(tx, from, mail))) throw mailedEnough();
    await notifyRequestChange(tx, request);
    return findRequest(tx, member, id);
  });
  return requestView(reminded, member, dependencies);
}

function remindedEnough({ recipient, reminders }: MoneyRequest): Refusal {
  const { maximum, hoursBetween } = reminderBounds;
  if (!recipient) return new Refusal('reminded_enough', 'This request has no recipient. Share its link instead.');
  return new Refusal(
    'reminded_enough',
    reminders >= maximum
      ? `You have already sent ${maximum} reminders for this request.`
      : `You can send a reminder ${hoursBetween} hours after the last email.`,
  );
}

const mailedEnough = () =>
  new Refusal(
    'too_many_requests',
    'This address got too many emails today, so we sent none. The request stays open: share its link, or remind again tomorrow.',
    { retryAfterSeconds: 24 * 60 * 60 },
  );

function reminder(request: MoneyRequest, requester: Person, publicUrl: string): MemberMail {
  const { note, reminders } = request;
  const amount = formatAmount(request.amount);
  return {
    subject: `Reminder: ${shortSenderOf(requester)} requested ${amount}`,
    body: [
      `${senderOf(requester)} sent a reminder. They requested ${amount} with {{brand}}.`,
      ...noteLines(note),
      'If you don’t know this person, ignore this email. No money moves unless you pay.',
      'Pay or decline:',
    ].join('\n\n'),
    publicUrl,
    path: requestLink('', { ...request, requester }),
    button: 'Pay or decline',
    once: `payment-request ${request.id} reminder ${reminders + 1}`,
  };
}
