import type { PaymentRequest } from '@florin/contract';
import { amountOf, defaultFeeRates, priceSend, toDecimal } from '@florin/money';

const dayMs = 24 * 60 * 60 * 1000;
export const inDays = (days: number) => new Date(Date.now() + days * dayMs).toISOString();

type Given = Partial<PaymentRequest> & { cents?: bigint };

/** Returns Hana's request to Ines for $24.00. Tests override fields. */
export function paymentRequestOf({ cents = 2400n, ...given }: Given = {}): PaymentRequest {
  const { amount, fee, total } = priceSend(amountOf(given.currency ?? 'USD', cents), defaultFeeRates.send);
  return {
    id: 'r1',
    direction: 'incoming',
    state: 'open',
    requester: { name: 'Hana Sato', email: 'hana.sato@florin.example' },
    recipient: { name: 'Ines Almeida', email: 'ines.almeida@florin.example' },
    amount: Number(toDecimal(amount)),
    amount_exact: toDecimal(amount),
    fee: Number(toDecimal(fee)),
    fee_exact: toDecimal(fee),
    total: Number(toDecimal(total)),
    total_exact: toDecimal(total),
    currency: 'USD',
    note: 'Concert ticket',
    link: 'http://localhost:3000/pay/hana.sato@florin.example?request=r1',
    created_at: inDays(-1),
    expires_at: inDays(28.9),
    can_remind: false,
    reminders: 0,
    ...given,
  };
}

/** Returns Ines's request to Tomás for $38.50. */
export const ownRequestOf = (given: Given = {}) =>
  paymentRequestOf({
    direction: 'outgoing',
    requester: { name: 'Ines Almeida', email: 'ines.almeida@florin.example' },
    recipient: { name: 'Tomás Rivera', email: 'tomas.rivera@florin.example' },
    cents: 3850n,
    note: 'Dinner on Saturday',
    link: 'http://localhost:3000/pay/ines.almeida@florin.example?request=r1',
    can_remind: true,
    ...given,
  });
