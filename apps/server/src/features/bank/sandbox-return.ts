import type { Transaction } from '@florin/contract';
import type { Ledger } from '../../ledger/index.ts';
import type { Pool } from '../../platform/database/pool.ts';
import { digestUuid } from '../../platform/digest.ts';
import { Refusal } from '../../platform/refusal.ts';
import type { History } from '../activity/index.ts';
import { endedOtherwise, endOrder, findBankOrder, markSent, type BankOrder } from '../funding/index.ts';
import type { Member } from '../identity/index.ts';
import { lateReturnEntry } from './payouts/return-late.ts';

type Dependencies = {
  readonly pool: Pool;
  readonly ledger: Ledger;
  readonly history: History;
  /** Operators pay withdrawals to numbered accounts by file, so a file returns them. */
  readonly payoutsByFile: boolean;
};

const reason = 'Your bank returned this withdrawal.';

/**
 * Simulates the bank's return of a member's withdrawal. A pending withdrawal ends; a paid withdrawal comes back as a
 * new line. Each withdrawal comes back once, so repeating the command changes nothing. Refusals: `order_not_found`,
 * `order_not_pending`.
 */
export async function simulateReturn(dependencies: Dependencies, member: Member, id: string): Promise<Transaction> {
  const { order, open } = (await findBankOrder(dependencies.pool, id)) ?? notFound();
  if (order.direction !== 'out' || order.userId !== member.id) throw notFound();
  if (order.byFile && dependencies.payoutsByFile)
    throw new Refusal('order_not_pending', 'This withdrawal is paid by file. A bank file returns it.');
  if (open && (await returnPending(dependencies, order))) return dependencies.history.one(member, id);
  const { status } = await dependencies.history.one(member, id);
  if (status === 'returned') return dependencies.history.one(member, id);
  if (status !== 'completed') throw new Refusal('order_not_pending', 'The bank does not have this withdrawal.');
  return returnPaid(dependencies, member, order);
}

/** Returns false if the withdrawal ended in another way meanwhile. */
async function returnPending({ pool, ledger }: Dependencies, order: BankOrder): Promise<boolean> {
  try {
    const sent = await markSent({ pool, ledger }, order);
    if (!sent) return false;
    await endOrder(ledger, order, { state: 'returned', reason }, { sent: sent.toISOString() });
    return true;
  } catch (error) {
    if (error !== endedOtherwise) throw error;
    return false;
  }
}

async function returnPaid(
  { ledger, history }: Dependencies,
  member: Member,
  { hold, userId, amount }: BankOrder,
): Promise<Transaction> {
  const entry = await lateReturnEntry(ledger, {
    key: digestUuid('simulated-return', String(hold)),
    hold,
    userId,
    amount: amount.units,
    currency: amount.asset,
    reason,
  });
  const standing = await ledger.post(entry, {});
  return history.lineOf(member, 'deposit', { entry, standing });
}

function notFound(): never {
  throw new Refusal('order_not_found', 'You have no such withdrawal.');
}
