import { formatAmount } from '@florin/money';
import type { Ledger, Standing } from '../../../ledger/index.ts';
import type { Pool } from '../../../platform/database/pool.ts';
import { Refusal } from '../../../platform/refusal.ts';
import type { PaymentRail } from '../../../providers/payment-rail/payment-rail.ts';
import { recordAct, type By } from '../../audit/index.ts';
import { endedOtherwise, endOf, endOrder, markSent, type FinalAnswer } from '../bank-order-ending.ts';
import { railOrder, type BankOrder } from '../bank-order-store.ts';
import { returnedUnsentHash, sentKey } from '../withdrawal.ts';
import { findBankOrder } from './pending-orders.ts';

export type DecisionDependencies = { readonly pool: Pool; readonly ledger: Ledger; readonly rail: PaymentRail };

/**
 * The bank has it: ends the order as the rail's answer would. Of all who end or call back an order at the same moment
 * one does, and the others are refused.
 *
 * Refusals: `order_not_found`, also for one's own; `order_not_pending`, also where the bank itself says that it was returned, and the ledger's.
 */
export const settleOrder = (dependencies: DecisionDependencies, id: string, by: By): Promise<void> =>
  decide(dependencies, { id, by, verb: 'settle', done: 'Settled' }, (order) =>
    endUnlessDenied(dependencies, order, { state: 'settled' }),
  );

/**
 * The bank does not take it: ends the order as the rail's answer would, with the reason for the member to read.
 * Refusals: `order_not_found`, also for one's own; `order_not_pending`, also where the bank itself says that it is settled, and the ledger's.
 */
export const returnOrder = (
  dependencies: DecisionDependencies,
  id: string,
  { reason, ...by }: By & { reason: string },
): Promise<void> => {
  const returned: FinalAnswer = { state: 'returned', reason };
  return decide(dependencies, { id, by, verb: 'return', done: 'Returned' }, async (order) => {
    const unsent = order.direction === 'out' ? await returnUnsent(dependencies.ledger, order, returned) : undefined;
    return unsent ?? endUnlessDenied(dependencies, order, returned);
  });
};

type Decision = { readonly id: string; readonly by: By; readonly verb: string; readonly done: string };

/**
 * The ledger commits on its own, apart from the audit trail. So the trail first says what was asked, and after what was
 * done: whatever is cut off in between, no order is ever ended by an operator without a line that says by whom, and one
 * that was only asked for is still pending, or ended by somebody else, as the books say. Asking again does no harm.
 */
async function decide(
  { pool }: DecisionDependencies,
  { id, by, verb, done }: Decision,
  end: (order: BankOrder) => Promise<Standing>,
): Promise<void> {
  const { order, open } = (await findBankOrder(pool, id)) ?? notFound();
  if (typeof by.operator === 'object' && by.operator.id === order.userId)
    throw new Refusal('order_not_found', 'This is your own: another operator has to decide about it.');
  if (!open) throw notPending();
  const act = { ...by, member: order.userId, on: `${id}, ${formatAmount(order.amount)}` };
  await recordAct(pool, { ...act, did: `Asked to ${verb} ${whatIs(order)}` });
  const standing = await end(order).catch((error: unknown) => {
    throw error === endedOtherwise ? notPending() : error;
  });
  if (standing.outcome !== 'posted') throw notPending(); // somebody else has said the same
  await recordAct(pool, { ...act, did: `${done} ${whatIs(order)}` });
}

const whatIs = ({ direction }: BankOrder) => (direction === 'in' ? 'deposit' : 'withdrawal');

/**
 * Ends an order as an operator says, unless the bank says the opposite: its own last word goes first, which may have been
 * lost on its way, and nobody asks it about an order that has ended. So nobody's word makes money arrive that was never
 * sent, or gives back what was paid: a withdrawal goes to the bank first, as it would without an operator, under the
 * reference that the bank does once. Nothing is decided while the bank cannot be asked.
 */
async function endUnlessDenied(
  { pool, ledger, rail }: DecisionDependencies,
  order: BankOrder,
  said: FinalAnswer,
): Promise<Standing> {
  const sentAt = order.direction === 'out' ? ((await markSent({ pool, ledger }, order)) ?? isFrozen()) : undefined;
  const answer = await (sentAt
    ? rail.payOut(railOrder(order, sentAt))
    : rail.collect(railOrder(order, order.startedAt)));
  const times = sentAt ? { sent: sentAt.toISOString() } : {};
  if (answer.state === 'pending' || answer.state === said.state) return endOrder(ledger, order, said, times);
  await endOrder(ledger, order, answer, times);
  const reason = answer.state === 'returned' ? `: ${answer.reason}` : '.';
  throw new Refusal('order_not_pending', `The bank has ${answer.state} this ${whatIs(order)}${reason}`);
}

/**
 * A withdrawal that the bank has not had yet is kept from it by the key that sending takes. One that it has is left to its
 * own answer.
 */
async function returnUnsent(ledger: Ledger, order: BankOrder, answer: FinalAnswer): Promise<Standing | undefined> {
  const unsent = {
    ...(await endOf(ledger, order, answer, {})),
    key: sentKey(order.hold),
    requestHash: returnedUnsentHash,
  };
  const sent = new Refusal('order_not_pending', 'The bank has it.');
  return ledger.post(unsent, { conflict: () => sent, holdNotOpen: () => endedOtherwise }).catch((error: unknown) => {
    if (error !== sent) throw error;
    return undefined;
  });
}

function isFrozen(): never {
  throw new Refusal('account_frozen', 'This account is frozen. Unfreeze it first, or return the withdrawal.');
}

function notFound(): never {
  throw new Refusal('order_not_found', 'There is no such withdrawal or bank deposit.');
}

const notPending = () => new Refusal('order_not_pending', 'This order has come to its end already.');
