import { requestDays, requestLink, type PaymentRequest } from '@florin/contract';
import { formatAmount, type Amount, type FiatCode } from '@florin/money';
import type { Pool, Queryable } from '../../platform/database/pool.ts';
import { transact } from '../../platform/database/transact.ts';
import type { Command } from '../../platform/http/route.ts';
import { Refusal } from '../../platform/refusal.ts';
import { countLookUp, findHolder } from '../contacts/index.ts';
import { knownAddresses, type Member, type Person } from '../identity/index.ts';
import { noteLines, queueMemberMail, senderOf, shortSenderOf } from '../mail/index.ts';
import { notifyRequestChange } from './notify-request-change.ts';
import { findRequest, insertRequest, waitsOfToday, type MoneyRequest, type RequestWaits } from './request-store.ts';
import { requestView, type RequestSettings } from './request-view.ts';

type Dependencies = RequestSettings & { readonly pool: Pool; readonly rateLimits: boolean };

export type AskedMoney = {
  /** Undefined for a link that any member can pay. */
  readonly recipientEmail: string | undefined;
  readonly amount: Amount<FiatCode>;
  readonly note: string | undefined;
};

/** Limits per 24 hours. Requests to a person count even after they end, because each one is mailed. */
const limits = { open: 50, asked: 100, askedOfOne: 10 } as const;

/**
 * Creates a payment request and mails it to the recipient, with or without an account. `email_sent` is false if the
 * address got too many mails today. A request to an unpaid person counts as a lookup. The idempotency key becomes the
 * request's id, so a repeated call creates no second request.
 *
 * Errors: `recipient_is_self`, `too_many_requests`, `idempotency_key_reused`.
 */
export async function requestMoney(
  dependencies: Dependencies,
  requester: Member,
  { key: id }: Pick<Command, 'key'>,
  asked: AskedMoney,
): Promise<PaymentRequest> {
  const { pool, publicUrl, rateLimits } = dependencies;
  if (asked.recipientEmail === requester.email) throw recipientIsSelf();
  if (asked.recipientEmail !== undefined) await countRecipientLookup(dependencies, requester, asked.recipientEmail);
  const { request, emailSent } = await transact(pool, async (tx) => {
    const waits = await waitsOfToday(tx, requester, asked.recipientEmail, limits);
    const isNew = await insertRequest(tx, requester, { id, ...asked });
    const made = await findRequest(tx, requester, id);
    if (made.recipient?.id === requester.id) throw recipientIsSelf(); // a former address
    if (!isNew) return { request: assertSameRequest(made, asked), emailSent: undefined };
    assertRoom(waits, { isMailed: rateLimits && asked.recipientEmail !== undefined });
    const emailSent = await mailRequest(tx, made, { publicUrl, limited: rateLimits });
    await notifyRequestChange(tx, made);
    return { request: made, emailSent };
  });
  return { ...requestView(request, requester, dependencies), ...(emailSent === false && { email_sent: false }) };
}

const recipientIsSelf = () =>
  new Refusal('recipient_is_self', 'You cannot request money from yourself.', {
    fields: { recipient_email: 'You cannot request money from yourself.' },
  });

async function countRecipientLookup(dependencies: Dependencies, requester: Member, email: string): Promise<void> {
  const { rows } = await dependencies.pool.query<{ user_id: string }>(
    'select user_id from addresses where email = $1',
    [email],
  );
  const holder = await findHolder(dependencies.pool, requester.id, { email, accountId: rows[0]?.user_id });
  if (!holder?.known) await countLookUp(dependencies, requester.id, email);
}

function assertRoom({ open, asked, askedOfOne }: RequestWaits, { isMailed }: { readonly isMailed: boolean }) {
  if (open !== null)
    throw tooMany(
      `You have ${limits.open} open requests from the last 24 hours. Cancel some, or try again later.`,
      open,
    );
  if (isMailed && asked !== null)
    throw tooMany(`You requested money ${limits.asked} times in 24 hours. Share a link, or try again later.`, asked);
  if (isMailed && askedOfOne !== null)
    throw tooMany(`You asked this person ${limits.askedOfOne} times in 24 hours. Try again later.`, askedOfOne);
}

const tooMany = (sentence: string, retryAfterSeconds: number) =>
  new Refusal('too_many_requests', sentence, { retryAfterSeconds });

/**
 * Returns the earlier request if it equals the new one. A recipient whose address has changed since counts as another
 * person. Errors: `idempotency_key_reused`.
 */
function assertSameRequest(made: MoneyRequest, { recipientEmail, amount, note }: AskedMoney): MoneyRequest {
  const isSame =
    made.recipient?.email === recipientEmail &&
    made.amount.asset === amount.asset &&
    made.amount.units === amount.units &&
    made.note === note;
  if (!isSame) throw new Refusal('idempotency_key_reused', 'This Idempotency-Key was used for another request.');
  return made;
}

/** Mails the request. Members can turn these mails off. People without a confirmed account always get these mails. */
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
    subject: `${shortSenderOf(requester)} requested ${amount}`,
    body: [
      `${senderOf(requester)} requested ${amount} with {{brand}}.`,
      ...noteLines(note),
      'If you don’t know this person, ignore this email. No money moves unless you pay.',
      recipient.id === null
        ? `To pay or decline, sign up with this address and confirm it within ${requestDays} days:`
        : `Pay or decline within ${requestDays} days:`,
    ].join('\n\n'),
    publicUrl,
    path: requestLink('', { ...request, requester }),
    button: 'Pay or decline',
    once: `payment-request ${request.id}`,
  };
  return queueMemberMail(tx, { senderId: requester.id, to: recipient, limited }, mail);
}

/** Returns the requester with the address that the recipient knows. */
export async function asKnownTo(tx: Queryable, { requester, recipient }: MoneyRequest): Promise<Person> {
  if (!recipient) return requester;
  const { rows } = await tx.query<{ user_id: string }>('select user_id from addresses where email = $1', [
    recipient.email,
  ]);
  const viewerId = recipient.id ?? rows[0]?.user_id; // unconfirmed accounts can know the requester, too
  const known = viewerId === undefined ? undefined : await knownAddresses(tx, viewerId, [requester.id]);
  return { ...requester, email: known?.get(requester.id) ?? requester.email };
}
