import { requestDays, type PaymentRequest } from '@florin/contract';
import { formatAmount, type Amount, type FiatCode } from '@florin/money';
import { serverDate } from '../../api/server-time.ts';
import { fromExact } from '../../api/exact.ts';

/** Returns the amount, fee and total of a request. */
export function sumOfRequest({ currency, amount_exact, fee_exact, total_exact }: PaymentRequest) {
  return {
    amount: fromExact(currency, amount_exact),
    fee: fromExact(currency, fee_exact),
    total: fromExact(currency, total_exact),
  } satisfies Record<string, Amount<FiatCode>>;
}

type Party = PaymentRequest['requester'];

/** Returns the name, or the email if the name is unknown. */
export const partyName = ({ name, email }: Party): string => name ?? email;

/** Returns a title such as `Hana Sato requested $24.00`. */
export const requestTitle = (request: PaymentRequest): string =>
  `${partyName(request.requester)} requested ${formatAmount(sumOfRequest(request).amount)}`;

/** Returns the days left, rounded up. The maximum is `requestDays`, even if the device's clock is behind. */
export function daysLeftText(expiresAt: string, now = serverDate()): string {
  const days = Math.min(Math.ceil((Date.parse(expiresAt) - now.getTime()) / dayMs), requestDays);
  if (days <= 0) return 'Expired';
  return days === 1 ? '1 day left' : `${days} days left`;
}

const dayMs = 24 * 60 * 60 * 1000;
