import { Refusal } from '../../../platform/refusal.ts';
import { isUuid } from '../../../platform/uuid.ts';
import { ForeignEvent, type CardEvent } from '../../../providers/card-processor/card-processor.ts';
import { chargesOf } from '../charge-store.ts';
import { bookTransactionsOf, type BookingDependencies } from './book-transactions.ts';
import { checkSetupOf } from './card-setup.ts';
import { checkCharge, checkNamed } from './check-payment.ts';
import { storePayout } from './transaction-store.ts';

/**
 * Receives an event of the card processor. An event only names a payment or card: Florin asks the processor for the
 * current state. Events may thus come in any order, late, again or never. Errors: `malformed_body` for a foreign event.
 */
export async function receiveCardEvent(
  dependencies: BookingDependencies,
  body: string,
  signature: string,
): Promise<void> {
  const { pool, cards, logger } = dependencies;
  const event = await cards.readEvent(body, signature).catch(refuseForeign);
  switch (event.about) {
    case 'payment': {
      const [charge] = isUuid(event.reference) ? await chargesOf(pool, [event.reference]) : [];
      if (charge && event.paymentId !== undefined) await checkNamed(dependencies, charge, event.paymentId);
      else if (charge) await checkCharge(dependencies, charge);
      else logger.warn({ payment: event.paymentId }, 'an event names a card payment that is not in the database');
      return;
    }
    case 'setup':
      return checkSetupOf(dependencies, event.reference);
    case 'money':
      if (event.source.kind === 'dispute') logger.warn({ dispute: event.source.id }, 'a card payment is disputed');
      return bookTransactionsOf(dependencies, event.source);
    case 'payout':
      return storePayout(pool, await cards.payout(event.id));
    case 'nothing':
  }
}

function refuseForeign(error: unknown): CardEvent {
  if (error instanceof ForeignEvent) throw new Refusal('malformed_body', 'The signature of this event is not valid.');
  throw error;
}
