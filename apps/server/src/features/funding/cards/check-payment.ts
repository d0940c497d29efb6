import type { CardPayment } from '@florin/contract';
import type { Pool } from '../../../platform/database/pool.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { isUuid } from '../../../platform/uuid.ts';
import { chargesOf, type Charge } from '../charge-store.ts';
import type { ChargeFinishers } from '../resume-charges.ts';
import { cardPaymentView } from './card-payment.ts';
import { advance, type CardDependencies, type Step } from './card-progress.ts';
import { again, recordProcessorId } from './progress-store.ts';

export type Finish = { readonly finishers: ChargeFinishers };

/**
 * Asks the processor for the state of a charge, and takes all steps that follow: credits the money, or refunds it. A
 * repeated call changes nothing, so the member's page, events and the job all call this function, even at once.
 */
export async function checkCharge(dependencies: CardDependencies & Finish, charge: Charge): Promise<Step> {
  const { cards } = dependencies;
  const isOver = charge.state === 'posted' || charge.state === 'refunded';
  if (isOver || charge.processorId === undefined) return { charge };
  if (charge.state === 'charged') return finished(dependencies, charge);
  const step = await advance(dependencies, charge, await cards.look(charge.processorId));
  return step.charge.state === 'charged' ? finished(dependencies, step.charge) : step;
}

/**
 * Checks the charge of a payment that the processor names. The processor may have made the payment although its answer
 * to us was lost.
 */
export async function checkNamed(
  dependencies: CardDependencies & Finish,
  charge: Charge,
  paymentId: string,
): Promise<Step> {
  if (charge.processorId !== undefined) return checkCharge(dependencies, charge);
  await recordProcessorId(dependencies.pool, charge.id, paymentId);
  return checkCharge(dependencies, await again(dependencies.pool, charge.id));
}

/**
 * Errors of the work itself lead to a refund, which the charge shows. Other errors are thrown, and the job tries again.
 */
async function finished({ pool, finishers }: CardDependencies & Finish, charge: Charge): Promise<Step> {
  try {
    await finishers[charge.purpose](charge);
  } catch (error) {
    const after = await again(pool, charge.id);
    if (!(error instanceof Refusal) || after.state === 'charged') throw error;
    return { charge: after };
  }
  return { charge: await again(pool, charge.id) };
}

/** Errors: `card_payment_not_found`, also for another member's payment. */
export async function checkCardPayment(
  dependencies: CardDependencies & Finish,
  userId: string,
  id: string,
): Promise<CardPayment> {
  return cardPaymentView(await checkCharge(dependencies, await ownCharge(dependencies.pool, userId, id)));
}

/**
 * Ends a payment that is not paid yet. A payment that was paid meanwhile is completed. Errors:
 * `card_payment_not_found`.
 */
export async function cancelCardPayment(
  dependencies: CardDependencies & Finish,
  userId: string,
  id: string,
): Promise<CardPayment> {
  const charge = await ownCharge(dependencies.pool, userId, id);
  if (charge.state === 'waiting' && charge.processorId !== undefined)
    await dependencies.cards.cancel(charge.processorId);
  return cardPaymentView(await checkCharge(dependencies, charge));
}

async function ownCharge(pool: Pool, userId: string, id: string): Promise<Charge> {
  const [charge] = isUuid(id) ? await chargesOf(pool, [id]) : [];
  if (charge?.userId === userId) return charge;
  throw new Refusal('card_payment_not_found', 'This card payment does not exist.');
}
