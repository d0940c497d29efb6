import { Refusal } from '../../../platform/refusal.ts';
import type { Carrier, Proposal } from '../../proposals/index.ts';
import type { FinalAnswer } from '../bank-order-ending.ts';
import type { DecisionDependencies } from './decide-order.ts';
import { findBankOrder } from './pending-orders.ts';
import { notPending, prepareEnding } from './prepare-ending.ts';

/** Carries out an approved proposal: it ends the order in the approval's transaction. */
export const orderCarriers = (dependencies: DecisionDependencies) =>
  ({
    settle_deposit: (proposal) => endingOf(dependencies, proposal, { state: 'settled' }),
    return_order: (proposal) => endingOf(dependencies, proposal, { state: 'returned', reason: returnReason(proposal) }),
  }) satisfies Record<string, Carrier>;

async function endingOf(dependencies: DecisionDependencies, { about }: Proposal, said: FinalAnswer) {
  const found = 'order' in about ? await findBankOrder(dependencies.pool, about.order) : undefined;
  if (!found?.open) throw notPending();
  return { carryOut: await prepareEnding(dependencies, found.order, said) };
}

function returnReason({ about }: Proposal): string {
  if (about.kind !== 'return_order') throw new Refusal('order_not_pending', 'This proposal does not return an order.');
  return about.told;
}
