import type { Policy, Transaction } from '@florin/contract';
import type { Amount, FiatCode } from '@florin/money';
import type { JournalEntry, Ledger } from '../../ledger/index.ts';
import type { Pool } from '../../platform/database/pool.ts';
import type { Command } from '../../platform/http/route.ts';
import type { History } from '../activity/index.ts';
import type { Member, Payer } from '../identity/index.ts';
import { insufficientBalance, type Outflows } from '../wallets/index.ts';
import { assertWithin, isBelow } from './amount-bounds.ts';
import { methodLabel } from './method.ts';
import { assertUsableForPayout, namedMethod } from './method-store.ts';
import { withdrawalStartedKind } from './withdrawal.ts';

type Dependencies = {
  readonly pool: Pool;
  readonly ledger: Ledger;
  readonly outflows: Outflows;
  readonly history: History;
  readonly policy: Policy;
};

/**
 * Withdraws money to a bank account without a fee. The money is reserved first. `settleBankOrders` sends the withdrawal
 * to the bank and posts it. A wallet's whole balance can be withdrawn, even below the minimum.
 *
 * Errors: `payment_method_not_found`, `payment_method_not_usable`, `insufficient_balance`, `limit_exceeded`,
 * `invalid_amount` outside the bounds, and the ledger's.
 */
export async function withdraw(
  { pool, ledger, outflows, history, policy }: Dependencies,
  member: Payer,
  command: Command,
  { amount, methodId }: { amount: Amount<FiatCode>; methodId: string },
): Promise<Transaction> {
  // A repeated command gets its first answer, even if the amount or bank account is no longer allowed.
  const isRepeat = await ledger.hasEntry(member.id, command.key);
  const isWhole = isBelow(policy.withdrawals, amount) && (await isWholeBalance(ledger, member, amount));
  if (!isRepeat && !isWhole) await assertWithin(policy.withdrawals, amount, 'Withdraw');
  const method = await namedMethod({ pool, ledger }, member.id, command, methodId);
  if (!isRepeat) assertUsableForPayout(method, amount.asset);
  const content: JournalEntry = {
    ...command,
    actor: member.id,
    kind: withdrawalStartedKind,
    metadata: { method: methodLabel(method), method_id: method.id },
    postings: [],
    reserve: { account: await ledger.walletId(member.id, amount.asset), units: amount.units },
  };
  // The route's `stepUp` already requires two-factor confirmation.
  const { entry, standing } = await outflows.post(ledger, member, { amount, needsFactor: false }, content, {
    insufficient: () => insufficientBalance(amount),
  });
  return history.lineOf(member, 'withdrawal', { entry, standing });
}

/** Returns true if the amount is the wallet's whole available balance. */
async function isWholeBalance(ledger: Ledger, { id }: Member, { asset, units }: Amount<FiatCode>): Promise<boolean> {
  const balances = await ledger.balancesOf(id);
  return balances.some((one) => one.asset === asset && one.available === units);
}
