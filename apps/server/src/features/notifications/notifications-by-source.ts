import { formatAmount } from '@florin/money';
import { moneyFields } from '../../platform/http/json-number.ts';
import type { Refund } from '../funding/index.ts';
import type { NewSignIn } from '../identity/index.ts';
import type { KycNews } from '../kyc/index.ts';
import type { PlanNews } from '../plans/index.ts';
import type { ReceivableNews } from '../receivables/index.ts';
import type { RequestNews } from '../requests/index.ts';
import type { NewNotification } from './new-notification.ts';

export function requestNotification(news: RequestNews): NewNotification {
  const { requestId, kind, amount, note, at, open } = news;
  return {
    id: `${kind}-${requestId}`,
    kind,
    title: requestTitle(news),
    ...(note && { body: note }),
    date: at.toISOString(),
    ...moneyFields('amount', amount),
    currency: amount.asset,
    request_id: requestId,
    ...(kind === 'request_received' && { open }),
  };
}

function requestTitle({ kind, otherName, amount }: RequestNews): string {
  const name = otherName ?? 'Someone';
  const figure = formatAmount(amount);
  switch (kind) {
    case 'request_received':
      return `${name} requested ${figure}`;
    case 'request_paid':
      return `${name} paid your request for ${figure}`;
    case 'request_declined':
      return `${name} declined your request for ${figure}`;
    case 'request_expired':
      return `Your request for ${figure}${otherName === null ? '' : ` to ${otherName}`} has expired`;
  }
}

/** A refund can follow an error that promised either a completion or a refund. */
export const refundNotification = ({ id, amount, label, reason, at }: Refund): NewNotification => ({
  id: `refund-${id}`,
  kind: 'charge_refunded',
  title: `${formatAmount(amount)} was refunded to ${label}`,
  ...(reason !== undefined && { body: reason }),
  date: at.toISOString(),
  ...moneyFields('amount', amount),
  currency: amount.asset,
});

export function receivableNotification(news: ReceivableNews): NewNotification {
  const about = { date: news.at.toISOString(), currency: news.deposit.asset };
  return news.step === 'taken'
    ? { id: `taken-${news.id}`, ...takenText(news), ...about, ...moneyFields('amount', news.deposit) }
    : { id: `ended-${news.id}`, ...endedText(news), ...about, ...moneyFields('amount', news.missing) };
}

type KindAndTexts = Pick<NewNotification, 'kind' | 'title' | 'body'>;

const takenText = ({ deposit, missing }: ReceivableNews): KindAndTexts => ({
  kind: 'deposit_taken_back',
  title: `Your deposit of ${formatAmount(deposit)} was taken back`,
  body:
    missing.units === 0n
      ? 'We took the amount from your balance'
      : `You owe ${formatAmount(missing)}. Add it to send and withdraw money again`,
});

const endedText = ({ step, missing, ...news }: Exclude<ReceivableNews, { step: 'taken' }>): KindAndTexts => ({
  kind: 'receivable_ended',
  title:
    step === 'paid'
      ? `You paid the ${formatAmount(missing)} that you owed`
      : `You no longer owe ${formatAmount(missing)}`,
  ...(news.lifted && { body: 'You can send and withdraw money again' }),
});

export const kycNotification = ({ round, outcome, at }: KycNews): NewNotification => ({
  id: `kyc-${round}`,
  ...kycTexts[outcome],
  date: at.toISOString(),
});

const kycTexts: Record<KycNews['outcome'], Pick<NewNotification, 'kind' | 'title' | 'body'>> = {
  verified: { kind: 'kyc_verified', title: 'Your identity is verified', body: 'Your limits are higher now' },
  needs_more: { kind: 'kyc_needs_more', title: 'Your verification needs changes', body: 'See what is missing' },
  denied: { kind: 'kyc_denied', title: 'We could not verify your identity', body: 'See the reason' },
};

export const planNotification = ({ at, amount, ...news }: PlanNews): NewNotification => ({
  ...news,
  date: at.toISOString(),
  ...moneyFields('amount', amount),
  currency: 'USD',
});

export const signInNotification = ({ id, device, network, at }: NewSignIn): NewNotification => ({
  id: `new_sign_in-${id}`,
  kind: 'new_sign_in',
  title: `New sign-in with ${device}`,
  body: `From the network ${network}`,
  date: at.toISOString(),
});
