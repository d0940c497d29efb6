import type { Stripe } from 'stripe';
import { ForeignEvent, type CardEvent } from './card-processor.ts';
import { idOf } from './stripe-states.ts';

type Received = {
  /** The body as it arrived, because the signature covers its bytes. */
  readonly body: string;
  readonly signature: string;
  readonly secret: string;
  readonly isOurs: (metadata: Stripe.Metadata | null) => boolean;
  readonly isForeign: (error: unknown) => boolean;
};

/** Verifies an event and returns its subject. Errors: `ForeignEvent`. */
export function readStripeEvent(stripe: Stripe, { body, signature, secret, isOurs, isForeign }: Received): CardEvent {
  const event = verified();
  const { object } = event.data;
  if (!('object' in object)) return { about: 'nothing' };
  if (object.object === 'checkout.session' && isOurs(object.metadata)) return aboutSession(object);
  if (object.object === 'payment_intent' && isOurs(object.metadata)) return aboutPayment(object.metadata, object.id);
  if (object.object === 'refund' || object.object === 'dispute')
    return { about: 'money', source: { kind: object.object, id: object.id } };
  return object.object === 'payout' ? { about: 'payout', id: object.id } : { about: 'nothing' };

  function verified(): Stripe.Event {
    try {
      return stripe.webhooks.constructEvent(body, signature, secret);
    } catch (error) {
      if (isForeign(error) || error instanceof SyntaxError) throw new ForeignEvent('not an event of Stripe');
      throw error;
    }
  }
}

const aboutSession = ({ mode, metadata, payment_intent }: Stripe.Checkout.Session): CardEvent =>
  mode === 'setup'
    ? { about: 'setup', reference: metadata?.['florin_reference'] ?? '' }
    : aboutPayment(metadata, idOf(payment_intent));

const aboutPayment = (metadata: Stripe.Metadata | null, paymentId: string | undefined): CardEvent => ({
  about: 'payment',
  reference: metadata?.['florin_reference'] ?? '',
  paymentId,
});
