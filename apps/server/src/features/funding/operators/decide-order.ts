import { formatAmount, usdEquivalentCeil } from '@florin/money';
import type { Ledger } from '../../../ledger/index.ts';
import type { Pool } from '../../../platform/database/pool.ts';
import { transact } from '../../../platform/database/transact.ts';
import type { Command } from '../../../platform/http/route.ts';
import { Refusal } from '../../../platform/refusal.ts';
import type { PaymentRail } from '../../../providers/payment-rail/payment-rail.ts';
import { recordAct, type By } from '../../audit/index.ts';
import { preparedTwice, propose, proposedBefore, type Proposal, type Proposed } from '../../proposals/index.ts';
import type { FinalAnswer } from '../bank-order-ending.ts';
import type { BankOrder } from '../bank-order-store.ts';
import { notPending, prepareEnding, whatIs } from './prepare-ending.ts';
import { findBankOrder } from './pending-orders.ts';

export type DecisionDependencies = { readonly pool: Pool; readonly ledger: Ledger; readonly rail: PaymentRail };

/** Above so many cents of a dollar a return takes a second operator. */
const returnedAlone = 1_000_00n;

/** An operator by name, who alone can propose; and under which key. */
type Proposer = { readonly by: Proposed['by']; readonly command: Command };

/**
 * The bank has it. A withdrawal ends as the rail's answer would end it: of all who end or cancel an order at the same
 * moment one does, and the others are refused. A deposit is proposed, with the reason, and ends when a second operator
 * approves. Returns the proposal, if it is one.
 *
 * Refusals: `order_not_found`, also for one's own; `order_not_pending`, also where the bank itself says that it was
 * returned; `account_frozen`; `proposal_open`; `invalid_request` for a proposal without a reason; and the ledger's.
 */
export async function settleOrder(
  dependencies: DecisionDependencies,
  id: string,
  { by, proposer, reason }: Decider & { readonly reason?: string | undefined },
): Promise<Proposal | undefined> {
  const before = proposer && (await proposedBefore(dependencies.pool, proposer.command));
  if (before) return before;
  const order = await decidableOrder(dependencies.pool, id, { by, proposer });
  if (order === 'decided before') return undefined;
  if (order.direction === 'in')
    return proposeAbout(dependencies.pool, order, { id, proposer, reason, about: { kind: 'settle_deposit' } });
  const said = { state: 'settled' } as const;
  await decideAlone(dependencies, order, { id, by, proposer, verb: 'settle', done: 'Settled', said });
  return undefined;
}

/**
 * The bank does not take it: ends the order as the rail's answer would end it, with the reason for the member to read.
 * Above 1,000 US dollars this is a proposal, which is returned, and the order ends when a second operator approves.
 *
 * Refusals: `order_not_found`, also for one's own; `order_not_pending`, also where the bank itself says that it is
 * settled; `proposal_open`; and the ledger's.
 */
export async function returnOrder(
  dependencies: DecisionDependencies,
  id: string,
  { by, proposer, reason }: Decider & { readonly reason: string },
): Promise<Proposal | undefined> {
  const before = proposer && (await proposedBefore(dependencies.pool, proposer.command));
  if (before) return before;
  const order = await decidableOrder(dependencies.pool, id, { by, proposer });
  if (order === 'decided before') return undefined;
  if (usdEquivalentCeil(order.amount).units > returnedAlone)
    return proposeAbout(dependencies.pool, order, {
      id,
      proposer,
      reason,
      about: { kind: 'return_order', told: reason },
    });
  const said = { state: 'returned', reason } as const;
  await decideAlone(dependencies, order, { id, by, proposer, verb: 'return', done: 'Returned', said });
  return undefined;
}

type Decider = { readonly by: By; readonly proposer?: Proposer | undefined };

/** `decided before`: by this same command, whose answer was lost. */
async function decidableOrder(
  pool: Pool,
  id: string,
  { by, proposer }: Decider,
): Promise<BankOrder | 'decided before'> {
  const { order, open, endedBy } = (await findBankOrder(pool, id)) ?? notFound();
  if (typeof by.operator === 'object' && by.operator.id === order.userId)
    throw new Refusal('order_not_found', 'This is your own: another operator has to decide about it.');
  if (open) return order;
  if (endedBy !== undefined && endedBy === proposer?.command.key) return 'decided before';
  throw notPending();
}

type About = {
  readonly id: string;
  readonly proposer: Proposer | undefined;
  readonly reason: string | undefined;
  readonly about: { readonly kind: 'settle_deposit' } | { readonly kind: 'return_order'; readonly told: string };
};

async function proposeAbout(pool: Pool, order: BankOrder, { id, proposer, reason, about }: About): Promise<Proposal> {
  if (!proposer)
    throw new Refusal(
      'second_operator_required',
      'This takes two operators. Say in the name of which one you propose it.',
    );
  if (!reason) {
    const sentence = 'Please say how you know that the bank has it.';
    throw new Refusal('invalid_request', sentence, { fields: { reason: sentence } });
  }
  const { asset, units } = order.amount;
  return propose(pool, {
    ...proposer,
    about: { ...about, order: id, asset, units: String(units) },
    memberId: order.userId,
    reason,
    on: `${id}, ${formatAmount(order.amount)}`,
  });
}

type Decision = Decider & {
  readonly id: string;
  readonly verb: string;
  readonly done: string;
  readonly said: FinalAnswer;
};

/**
 * The bank is asked before, which may take a while. So the trail first says what was asked for, and then, in the
 * transaction that ends the order, what was done.
 */
async function decideAlone(
  dependencies: DecisionDependencies,
  order: BankOrder,
  { id, by, proposer, verb, done, said }: Decision,
): Promise<void> {
  const { pool } = dependencies;
  const act = { ...by, member: order.userId, on: `${id}, ${formatAmount(order.amount)}` };
  await recordAct(pool, { ...act, did: `Asked to ${verb} ${whatIs(order)}` });
  await preparedTwice(async () => {
    const end = await prepareEnding(dependencies, order, said, proposer?.command.key);
    await transact(pool, async (tx) => {
      await end(tx);
      await recordAct(tx, { ...act, did: `${done} ${whatIs(order)}` });
    });
  });
}

function notFound(): never {
  throw new Refusal('order_not_found', 'There is no such withdrawal or bank deposit.');
}
