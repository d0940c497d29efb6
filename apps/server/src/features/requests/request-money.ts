import { requestDays, requestLink, type PaymentRequest } from '@florin/contract';
import { formatAmount, type Amount, type FiatCode } from '@florin/money';
import type { Pool, Queryable } from '../../platform/database/pool.ts';
import { transact } from '../../platform/database/transact.ts';
import type { Command } from '../../platform/http/route.ts';
import { Refusal } from '../../platform/refusal.ts';
import type { Member } from '../identity/index.ts';
import { queueMail, queueNews } from '../mail/index.ts';
import { noteRequestChange } from './note-request-change.ts';
import { findRequest, insertRequest, waitsOfToday, type MoneyRequest, type RequestWaits } from './request-store.ts';
import { requestView } from './request-view.ts';

type Dependencies = { readonly pool: Pool; readonly publicUrl: string; readonly rateLimits: boolean };

export type AskedMoney = {
  /** None makes a link that anybody may pay. */
  readonly recipientEmail: string | undefined;
  readonly amount: Amount<FiatCode>;
  readonly note: string | undefined;
};

/** Of 24 hours. Whoever is asked is told by mail, and may not want it: that counts, whatever became of the request. */
const most = { open: 50, asked: 100, askedOfOne: 10 } as const;

/**
 * Asks for money. Who is asked is told by mail, with an account or without. The key becomes the request's id, so that
 * whoever asks again for want of an answer has one request and not two that are both paid.
 *
 * Refusals: `recipient_is_self`, `too_many_requests`, `idempotency_key_reused`.
 */
export async function requestMoney(
  { pool, publicUrl, rateLimits }: Dependencies,
  requester: Member,
  { key: id }: Pick<Command, 'key'>,
  asked: AskedMoney,
): Promise<PaymentRequest> {
  if (asked.recipientEmail === requester.email)
    throw new Refusal('recipient_is_self', 'You cannot request money from yourself.', {
      fields: { recipient_email: 'You cannot request money from yourself.' },
    });
  const request = await transact(pool, async (tx) => {
    const waits = await waitsOfToday(tx, requester, asked.recipientEmail, most);
    const isNew = await insertRequest(tx, requester, { id, ...asked });
    const made = await findRequest(tx, requester, id);
    if (!isNew) return assertAskedBefore(made, asked);
    assertRoom(waits, { ofMails: rateLimits && asked.recipientEmail !== undefined });
    await mailRequest(tx, made, publicUrl);
    await noteRequestChange(tx, made);
    return made;
  });
  return requestView(request, requester, publicUrl);
}

function assertRoom({ open, asked, askedOfOne }: RequestWaits, { ofMails }: { readonly ofMails: boolean }) {
  if (open !== null)
    throw tooMany(`You have ${most.open} open requests of the last 24 hours. Cancel some, or ask again later.`, open);
  if (ofMails && asked !== null)
    throw tooMany(`You have asked for money ${most.asked} times in 24 hours. Share a link, or ask again later.`, asked);
  if (ofMails && askedOfOne !== null)
    throw tooMany(
      `You have asked this person ${most.askedOfOne} times in 24 hours. Please ask again later.`,
      askedOfOne,
    );
}

const tooMany = (sentence: string, retryAfterSeconds: number) =>
  new Refusal('too_many_requests', sentence, { retryAfterSeconds });

/** What was asked with the key is read from its request. Somebody whose address is another one since is somebody else. */
function assertAskedBefore(made: MoneyRequest, { recipientEmail, amount, note }: AskedMoney): MoneyRequest {
  const isSame =
    made.recipient?.email === recipientEmail &&
    made.amount.asset === amount.asset &&
    made.amount.units === amount.units &&
    made.note === note;
  if (!isSame) throw new Refusal('idempotency_key_reused', 'This Idempotency-Key was used for another request.');
  return made;
}

/** A member may not want to hear of it by mail; whoever has no account, or has not confirmed it, hears of it in no other way. */
async function mailRequest(tx: Queryable, request: MoneyRequest, publicUrl: string) {
  const { requester, recipient, note } = request;
  if (!recipient) return;
  const amount = formatAmount(request.amount);
  const mail = {
    subject: `${requester.name} asks you for ${amount}`,
    body: [
      `${requester.name} (${requester.email}) asks you for ${amount} with Florin.`,
      ...(note === undefined ? [] : [`Their note: ${note}`]),
      'If you do not know them, do nothing: no money moves unless you pay.',
      recipient.id === null
        ? `Pay or decline within ${requestDays} days, after signing up with this address and confirming it:`
        : `Pay or decline within ${requestDays} days:`,
    ].join('\n\n'),
    link: requestLink(publicUrl, request),
    once: `payment-request ${request.id}`,
  };
  await (recipient.id === null ? queueMail(tx, { ...mail, to: recipient.email }) : queueNews(tx, recipient.id, mail));
}
