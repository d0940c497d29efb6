import type { Amount, FiatCode } from '@florin/money';
import type { CardProcessor } from './providers/card-processor/card-processor.ts';
import type { PaymentRail } from './providers/payment-rail/payment-rail.ts';

type Real = { readonly rail: PaymentRail; readonly cards?: CardProcessor | undefined };

/**
 * The providers of a dry run, which make no call and accept each payment. Only the real call shows whether a card or
 * bank accepts the payment. `asked` is the amount of the last payment.
 */
export function dryProviders({ rail, cards }: Real) {
  let asked: Amount<FiatCode> | undefined;
  const ask = (amount: Amount<FiatCode>) => void (asked = amount);
  return {
    asked: () => asked,
    rail: {
      ...rail,
      async charge({ amount }) {
        ask(amount);
        return 'charged';
      },
      refund: async () => undefined,
    } satisfies PaymentRail,
    cards: cards && dryCards(cards, ask, () => asked),
  };
}

const dryId = 'dry-run';

const dryCards = (
  cards: CardProcessor,
  ask: (amount: Amount<FiatCode>) => void,
  asked: () => Amount<FiatCode> | undefined,
): CardProcessor => ({
  ...cards,
  createCustomer: async () => dryId,
  async openPayment({ amount }) {
    ask(amount);
    return { id: dryId, url: 'about:blank' };
  },
  async authorize({ amount }) {
    ask(amount);
    return { id: dryId, found: { state: 'authorized' } };
  },
  async capture() {
    const amount = asked();
    if (!amount) throw new Error('nothing was authorized');
    return { state: 'paid', paymentId: dryId, amount, label: '' };
  },
  // A payment of an earlier attempt with the same idempotency key.
  look: async () => ({ state: 'waits', url: undefined }),
  findAuthorized: async () => undefined,
  cancel: async () => ({ state: 'ended', why: 'canceled' }),
  refund: async () => undefined,
});
