import { requestDays, type PaymentRequest } from '@florin/contract';
import { formatAmount, type Amount, type FiatCode } from '@florin/money';
import { serverDate } from '../../api/server-time.ts';
import { fromExact } from '../../api/exact.ts';

/** What the three figures of a request are. */
export function sumOfRequest({ currency, amount_exact, fee_exact, total_exact }: PaymentRequest) {
  return {
    amount: fromExact(currency, amount_exact),
    fee: fromExact(currency, fee_exact),
    total: fromExact(currency, total_exact),
  } satisfies Record<string, Amount<FiatCode>>;
}

type Party = PaymentRequest['requester'];

/** The name, or the address of somebody without an account. */
export const partyName = ({ name, email }: Party): string => name ?? email;

/** `Hana` of `Hana Sato`; an address stays whole. */
export const firstNameOf = (party: Party): string => party.name?.trim().split(/\s+/)[0] ?? party.email;

/** `Hana Sato asks for $24.00` */
export const askText = (request: PaymentRequest): string =>
  `${partyName(request.requester)} asks for ${formatAmount(sumOfRequest(request).amount)}`;

/** A day that has begun counts. The clocks of two machines may differ: there are never more days than a request has. */
export function daysLeftText(expiresAt: string, now = serverDate()): string {
  const days = Math.min(Math.ceil((Date.parse(expiresAt) - now.getTime()) / dayMs), requestDays);
  if (days <= 0) return 'Expired';
  return days === 1 ? '1 day left' : `${days} days left`;
}

const dayMs = 24 * 60 * 60 * 1000;
