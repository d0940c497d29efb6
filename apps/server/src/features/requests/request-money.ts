import { requestDays, requestLink, type PaymentRequest } from '@florin/contract';
import { formatAmount, type Amount, type FiatCode } from '@florin/money';
import type { Pool, Queryable } from '../../platform/database/pool.ts';
import { transact } from '../../platform/database/transact.ts';
import type { Command } from '../../platform/http/route.ts';
import { Refusal } from '../../platform/refusal.ts';
import { countLookUp, findHolder } from '../contacts/index.ts';
import { knownAddresses, type Member, type Person } from '../identity/index.ts';
import { noteLines, queueMemberMail, senderOf, shortSenderOf } from '../mail/index.ts';
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
 * Asks for money. The person who is asked is told by mail, with an account or without, unless the address got too many
 * mails today (`email_sent` is false then). Asking a person whom the member has not paid counts as a look-up. The key becomes the request's id, so that
 * whoever asks again for want of an answer has one request and not two that are both paid.
 *
 * Refusals: `recipient_is_self`, `too_many_requests`, `idempotency_key_reused`.
 */
export async function requestMoney(
  dependencies: Dependencies,
  requester: Member,
  { key: id }: Pick<Command, 'key'>,
  asked: AskedMoney,
): Promise<PaymentRequest> {
  const { pool, publicUrl, rateLimits } = dependencies;
  if (asked.recipientEmail === requester.email) throw ofOneself();
  if (asked.recipientEmail !== undefined) await countAsked(dependencies, requester, asked.recipientEmail);
  const { request, emailSent } = await transact(pool, async (tx) => {
    const waits = await waitsOfToday(tx, requester, asked.recipientEmail, most);
    const isNew = await insertRequest(tx, requester, { id, ...asked });
    const made = await findRequest(tx, requester, id);
    if (made.recipient?.id === requester.id) throw ofOneself(); // by a former address
    if (!isNew) return { request: assertAskedBefore(made, asked), emailSent: undefined };
    assertRoom(waits, { ofMails: rateLimits && asked.recipientEmail !== undefined });
    const emailSent = await mailRequest(tx, made, { publicUrl, limited: rateLimits });
    await noteRequestChange(tx, made);
    return { request: made, emailSent };
  });
  return { ...requestView(request, requester, publicUrl), ...(emailSent === false && { email_sent: false }) };
}

const ofOneself = () =>
  new Refusal('recipient_is_self', 'You cannot request money from yourself.', {
    fields: { recipient_email: 'You cannot request money from yourself.' },
  });

async function countAsked(dependencies: Dependencies, requester: Member, email: string): Promise<void> {
  const { rows } = await dependencies.pool.query<{ user_id: string }>(
    'select user_id from addresses where email = $1',
    [email],
  );
  const holder = await findHolder(dependencies.pool, requester.id, { email, accountId: rows[0]?.user_id });
  if (!holder?.known) await countLookUp(dependencies, requester.id, email);
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
async function mailRequest(
  tx: Queryable,
  request: MoneyRequest,
  { publicUrl, limited }: { readonly publicUrl: string; readonly limited: boolean },
): Promise<boolean | undefined> {
  const { recipient, note } = request;
  if (!recipient) return undefined;
  const requester = await asKnownTo(tx, request);
  const amount = formatAmount(request.amount);
  const mail = {
    subject: `${shortSenderOf(requester)} asks you for ${amount}`,
    body: [
      `${senderOf(requester)} asks you for ${amount} with Florin.`,
      ...noteLines(note),
      'If you do not know them, do nothing: no money moves unless you pay.',
      recipient.id === null
        ? `Pay or decline within ${requestDays} days, after signing up with this address and confirming it:`
        : `Pay or decline within ${requestDays} days:`,
    ].join('\n\n'),
    link: requestLink(publicUrl, { ...request, requester }),
    button: 'Pay or decline',
    once: `payment-request ${request.id}`,
  };
  return queueMemberMail(tx, { senderId: requester.id, to: recipient, limited }, mail);
}

/** The requester under the address that the person who is asked knows. */
export async function asKnownTo(tx: Queryable, { requester, recipient }: MoneyRequest): Promise<Person> {
  if (!recipient) return requester;
  const { rows } = await tx.query<{ user_id: string }>('select user_id from addresses where email = $1', [
    recipient.email,
  ]);
  const viewerId = recipient.id ?? rows[0]?.user_id; // an account that is not confirmed may know the requester, too
  const known = viewerId === undefined ? undefined : await knownAddresses(tx, viewerId, [requester.id]);
  return { ...requester, email: known?.get(requester.id) ?? requester.email };
}
