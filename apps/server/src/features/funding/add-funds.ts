import type { Policy, Transaction } from '@florin/contract';
import type { Amount, FiatCode } from '@florin/money';
import type { JournalEntry, Ledger } from '../../ledger/index.ts';
import type { Pool } from '../../platform/database/pool.ts';
import type { Command } from '../../platform/http/route.ts';
import type { CardProcessor } from '../../providers/card-processor/card-processor.ts';
import type { PaymentRail } from '../../providers/payment-rail/payment-rail.ts';
import type { History } from '../activity/index.ts';
import type { Member } from '../identity/index.ts';
import { bankAccounts } from './bank-accounts.ts';
import { bankDepositStartedKind } from './bank-deposit.ts';
import { assertWithin } from './amount-bounds.ts';
import { isCharged, type Charge } from './charge-store.ts';
import { chargeOnce, finishCharge } from './charge.ts';
import { addedFundsKind } from './added-funds.ts';
import { assertDrawable, namedMethod } from './method-store.ts';
import { methodLabel, type StoredMethod } from './method.ts';
import { announcedPostings, depositPostings } from './postings.ts';

export type FundingDependencies = {
  readonly pool: Pool;
  readonly ledger: Ledger;
  readonly rail: PaymentRail;
  readonly cards?: CardProcessor | undefined;
  readonly history: History;
  readonly policy: Policy;
};

/**
 * Adds money without a fee. A card deposit posts immediately after the charge. A bank deposit posts when the bank has
 * sent the money.
 *
 * Errors: `payment_method_not_found`, `payment_declined`, `still_in_flight`, `invalid_amount` outside the bounds, and
 * the ledger's.
 */
export async function addFunds(
  dependencies: FundingDependencies,
  member: Member,
  command: Command,
  { amount, methodId }: { amount: Amount<FiatCode>; methodId: string },
): Promise<Transaction> {
  await assertWithin(dependencies.policy.deposits, amount, 'Add', () => wasBegun(dependencies, member, command));
  const method = await namedMethod(dependencies, member.id, command, methodId);
  assertDrawable(method);
  if (method.type === 'bank') {
    const announced = await addByBank(dependencies.ledger, member, command, { amount, method });
    return dependencies.history.lineOf(member, 'deposit', announced);
  }
  const charge = await chargeOnce(dependencies, {
    command,
    userId: member.id,
    method,
    amount,
    purpose: 'deposit',
    details: {},
  });
  const { entry, standing } = await finishDeposit(dependencies, charge);
  return dependencies.history.lineOf(member, 'deposit', { entry, standing });
}

const wasBegun = async ({ pool, ledger }: FundingDependencies, { id }: Member, { key }: Command): Promise<boolean> =>
  (await ledger.hasEntry(id, key)) || (await isCharged(pool, key));

/**
 * Announces a bank deposit. The money is reserved in the member's incoming account until `settleBankOrders` gets the
 * bank's answer. Errors: the ledger's.
 */
async function addByBank(
  ledger: Ledger,
  member: Member,
  command: Command,
  { amount, method }: { amount: Amount<FiatCode>; method: StoredMethod },
) {
  const accounts = await bankAccounts(ledger, member.id, amount.asset);
  const entry: JournalEntry = {
    ...command,
    actor: member.id,
    kind: bankDepositStartedKind,
    metadata: { method: methodLabel(method), method_id: method.id },
    postings: announcedPostings(accounts, amount),
    reserve: { account: accounts.incoming, units: amount.units },
  };
  return { entry, standing: await ledger.post(entry, {}) };
}

/** Posts a charged deposit. A repeated call changes nothing. */
export function finishDeposit(dependencies: Omit<FundingDependencies, 'history' | 'policy'>, charge: Charge) {
  return finishCharge(dependencies, charge, async () => {
    const entry = await depositEntry(dependencies.ledger, charge);
    const standing = await dependencies.ledger.post(entry, {});
    return { entry, standing };
  });
}

async function depositEntry(ledger: Ledger, charge: Charge): Promise<JournalEntry> {
  const [wallet, cardClearing] = await Promise.all([
    ledger.walletId(charge.userId, charge.amount.asset),
    ledger.houseId('card-clearing', charge.amount.asset),
  ]);
  return {
    key: charge.id,
    isContested: true,
    requestHash: charge.requestHash,
    actor: charge.userId,
    kind: addedFundsKind,
    metadata: { method: charge.label },
    postings: depositPostings({ wallet, cardClearing }, charge.amount),
  };
}
