import type { Policy } from '@florin/contract';
import { formatAmount, isMoreThan, usdEquivalentCeil } from '@florin/money';
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
import { findBankOrder, ownOrder } from './pending-orders.ts';

export type DecisionDependencies = {
  readonly pool: Pool;
  readonly ledger: Ledger;
  readonly rail: PaymentRail;
  readonly policy: Policy;
};

/** The operator who proposes, and the command's key. Only named operators can propose. */
type Proposer = { readonly by: Proposed['by']; readonly command: Command };

/**
 * Settles an order, because the operator says that the bank has it. A withdrawal ends as with the bank's own answer. If
 * several calls end an order at once, one succeeds. A deposit becomes a proposal, which is returned. The deposit ends
 * when a second operator approves.
 *
 * Errors: `order_not_found`, also for the operator's own order; `order_not_pending`, also if the bank returned the
 * order; `account_frozen`; `proposal_open`; `invalid_request` for a proposal without a reason; and the ledger's.
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
 * Returns an order that the bank does not accept. The member can read the reason. Above the policy's amount this
 * becomes a proposal, which the call returns. The order then ends when a second operator approves.
 *
 * Errors: `order_not_found`, also for the operator's own order; `order_not_pending`, also if the bank settled the
 * order; `proposal_open`; and the ledger's.
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
  if (isMoreThan(usdEquivalentCeil(order.amount), dependencies.policy.thresholds.secondOperator))
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

/** `decided before` means that this command already ended the order, but its answer was lost. */
async function decidableOrder(
  pool: Pool,
  id: string,
  { by, proposer }: Decider,
): Promise<BankOrder | 'decided before'> {
  const { order, open, endedBy } = (await findBankOrder(pool, id)) ?? notFound();
  if (typeof by.operator === 'object' && by.operator.id === order.userId)
    throw new Refusal('order_not_found', ownOrder);
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
    throw new Refusal('second_operator_required', 'This needs two operators. Name the operator who proposes it.');
  if (!reason) {
    const sentence = 'Enter how you know that the bank has the money.';
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
 * The bank's answer may take a while. The audit trail first records the request, then the result in the transaction
 * that ends the order.
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
  throw new Refusal('order_not_found', 'This withdrawal or bank deposit does not exist.');
}
