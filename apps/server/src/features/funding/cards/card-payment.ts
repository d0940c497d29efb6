import type { CardPayment } from '@florin/contract';
import { amountOf, toDecimal } from '@florin/money';
import { moneyFields } from '../../../platform/http/json-number.ts';
import type { Charge } from '../charge-store.ts';
import { declined } from '../declined.ts';
import type { Step } from './card-progress.ts';

const states: Readonly<Record<Charge['state'], CardPayment['state']>> = {
  started: 'waiting',
  waiting: 'waiting',
  declined: 'not_paid',
  charged: 'processing',
  posted: 'completed',
  refunded: 'refunded',
};

/** Returns a charge as its member sees it. */
export function cardPaymentView({ charge, url }: Step): CardPayment {
  const { id, purpose, state, amount, label, details, refusal } = charge;
  const { coin, coins } = details;
  const reason = state === 'declined' ? declined(charge).message : refusal?.message;
  return {
    id,
    kind: purpose === 'buy' ? 'purchase' : 'deposit',
    state: states[state],
    ...moneyFields('amount', amount),
    currency: amount.asset,
    method: label,
    ...(url === undefined ? {} : { url }),
    ...(reason === undefined ? {} : { reason }),
    ...(coin === undefined || coins === undefined
      ? {}
      : { crypto: coin, crypto_amount_exact: toDecimal(amountOf(coin, BigInt(coins))) }),
  };
}
