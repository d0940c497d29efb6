import { reminderBounds, requestLink, type PaymentRequest, type Policy } from '@florin/contract';
import { add, priceSend } from '@florin/money';
import { moneyFields } from '../../platform/http/json-number.ts';
import type { Member } from '../identity/index.ts';
import type { MoneyRequest } from './request-store.ts';

export type RequestSettings = { readonly publicUrl: string; readonly policy: Policy };

/** Returns a request in the form that the API shows to the member. */
export function requestView(
  request: MoneyRequest,
  member: Member,
  { publicUrl, policy }: RequestSettings,
): PaymentRequest {
  const { requester, recipient, note, endedAt, amount } = request;
  const fee = request.paidFee ?? priceSend(amount, policy.fees.send).fee;
  const own = requester.id === member.id;
  return {
    id: request.id,
    direction: own ? 'outgoing' : 'incoming',
    state: request.state,
    requester: { name: requester.name, email: requester.email },
    recipient: recipient ? { name: recipient.name, email: recipient.email } : null,
    ...moneyFields('amount', amount),
    ...moneyFields('fee', fee),
    ...moneyFields('total', add(amount, fee)),
    currency: amount.asset,
    ...(note === undefined ? {} : { note }),
    link: requestLink(publicUrl, request),
    created_at: request.createdAt.toISOString(),
    expires_at: request.expiresAt.toISOString(),
    ...(endedAt ? { ended_at: endedAt.toISOString() } : {}),
    can_remind: own && canRemind(request),
    reminders: request.reminders,
  };
}

/** Returns true if the request is open, has a recipient, and allows another reminder. */
export const canRemind = ({ state, recipient, reminders, isReminderDue }: MoneyRequest): boolean =>
  state === 'open' && recipient !== undefined && reminders < reminderBounds.maximum && isReminderDue;
