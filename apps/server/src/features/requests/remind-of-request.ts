import { reminderBounds, requestLink, type PaymentRequest } from '@florin/contract';
import { formatAmount } from '@florin/money';
import type { Pool } from '../../platform/database/pool.ts';
import { transact } from '../../platform/database/transact.ts';
import { Refusal } from '../../platform/refusal.ts';
import type { Member } from '../identity/index.ts';
import { queueMail, queueNews, type MailedNews } from '../mail/index.ts';
import { noteRequestChange } from './note-request-change.ts';
import { notOpen } from './request-ending.ts';
import { findRequest, noRequest, noteReminder, type MoneyRequest } from './request-store.ts';
import { canRemind, requestView } from './request-view.ts';

type Dependencies = { readonly pool: Pool; readonly publicUrl: string };

/** Mails a reminder. Refusals: `not_found`, `request_not_open`, `reminded_enough`. */
export async function remindOfRequest(
  { pool, publicUrl }: Dependencies,
  member: Member,
  id: string,
): Promise<PaymentRequest> {
  const reminded = await transact(pool, async (tx) => {
    const request = await findRequest(tx, member, id, { locked: true });
    if (request.requester.id !== member.id) throw noRequest();
    if (request.state !== 'open') throw notOpen();
    if (!request.recipient || !canRemind(request)) throw remindedEnough(request);
    await noteReminder(tx, request.id);
    const { id: recipientId, email: to } = request.recipient;
    const mail = reminder(request, publicUrl);
    await (recipientId === null ? queueMail(tx, { ...mail, to }) : queueNews(tx, recipientId, mail));
    await noteRequestChange(tx, request);
    return findRequest(tx, member, id);
  });
  return requestView(reminded, member, publicUrl);
}

function remindedEnough({ recipient, reminders }: MoneyRequest): Refusal {
  const { most, hoursBetween } = reminderBounds;
  if (!recipient) return new Refusal('reminded_enough', 'Nobody in particular was asked. Share the link instead.');
  return new Refusal(
    'reminded_enough',
    reminders >= most
      ? `${most} reminders have been sent, and that is all there are.`
      : `A reminder can be sent ${hoursBetween} hours after the last word.`,
  );
}

function reminder(request: MoneyRequest, publicUrl: string): MailedNews {
  const { requester, note, reminders } = request;
  const amount = formatAmount(request.amount);
  return {
    subject: `Reminder: ${requester.name} asks you for ${amount}`,
    body: [
      `${requester.name} (${requester.email}) would like to remind you: they asked you for ${amount} with Florin.`,
      ...(note === undefined ? [] : [`Their note: ${note}`]),
      'If you do not know them, do nothing: no money moves unless you pay.',
      'Pay or decline:',
    ].join('\n\n'),
    link: requestLink(publicUrl, request),
    once: `payment-request ${request.id} reminder ${reminders + 1}`,
  };
}
