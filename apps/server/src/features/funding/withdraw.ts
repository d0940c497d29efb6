import { withdrawalBounds, type Transaction } from '@florin/contract';
import type { Amount, FiatCode } from '@florin/money';
import type { JournalEntry, Ledger } from '../../ledger/index.ts';
import type { Pool } from '../../platform/database/pool.ts';
import type { Command } from '../../platform/http/route.ts';
import type { History } from '../activity/index.ts';
import type { Member } from '../identity/index.ts';
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
};

/**
 * Withdraws money to a bank account without a fee. The money is reserved first. `settleBankOrders` sends it to the bank
 * and posts it. A wallet's whole balance can be withdrawn, even below the minimum.
 *
 * Errors: `payment_method_not_found`, `payment_method_not_usable`, `insufficient_balance`, `limit_exceeded`,
 * `invalid_amount` outside the bounds, and the ledger's.
 */
export async function withdraw(
  { pool, ledger, outflows, history }: Dependencies,
  member: Member,
  command: Command,
  { amount, methodId }: { amount: Amount<FiatCode>; methodId: string },
): Promise<Transaction> {
  if (!isBelow(withdrawalBounds, amount) || !(await isWholeBalance(ledger, member, command, amount)))
    assertWithin(withdrawalBounds, amount, 'Withdraw');
  const method = await namedMethod(pool, member.id, command, methodId);
  // A repeated command gets its first answer, even if the bank account is not usable now.
  if (!(await ledger.hasEntry(command.key))) assertUsableForPayout(method);
  const content: JournalEntry = {
    ...command,
    actor: member.id,
    kind: withdrawalStartedKind,
    metadata: { method: methodLabel(method), method_id: method.id },
    postings: [],
    reserve: { account: await ledger.walletId(member.id, amount.asset), units: amount.units },
  };
  // The route's `stepUp` already requires two-factor confirmation.
  const { entry, standing } = await outflows.post(ledger, member, { amount, owesFactor: false }, content, {
    insufficient: () => insufficientBalance(amount),
  });
  return history.lineOf(member, 'withdrawal', { entry, standing });
}

/**
 * Returns true if the amount is the wallet's whole available balance. A retry counts too: its money is already
 * reserved.
 */
async function isWholeBalance(ledger: Ledger, { id }: Member, { key }: Command, { asset, units }: Amount<FiatCode>) {
  const balances = await ledger.balancesOf(id);
  return balances.some((one) => one.asset === asset && one.available === units) || ledger.hasEntry(key);
}
