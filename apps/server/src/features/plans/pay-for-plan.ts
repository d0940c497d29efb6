import type { PlanName, Policy } from '@florin/contract';
import type { Amount } from '@florin/money';
import type { AccountId, Ledger } from '../../ledger/index.ts';
import type { Pool, Queryable } from '../../platform/database/pool.ts';
import type { Command } from '../../platform/http/route.ts';
import { insufficientBalance } from '../wallets/index.ts';
import { planFeeKind, planFeeMetadata } from './plan-fee.ts';
import { planPostings } from './postings.ts';

export type BillingDependencies = { readonly pool: Pool; readonly ledger: Ledger; readonly policy: Policy };

/**
 * The prices, ledger and accounts for billing. The accounts are looked up before the transaction, which must not wait for a
 * second connection.
 */
export type Billing = {
  readonly plans: Policy['plans'];
  readonly ledger: Ledger;
  readonly accounts: { readonly wallet: AccountId; readonly planFees: AccountId };
};

export async function openBilling(
  { ledger, policy }: Pick<BillingDependencies, 'ledger' | 'policy'>,
  userId: string,
): Promise<Billing> {
  const [wallet, planFees] = await Promise.all([ledger.walletId(userId, 'USD'), ledger.houseId('plan-fees', 'USD')]);
  return { plans: policy.plans, ledger, accounts: { wallet, planFees } };
}

export type PlanFee = {
  readonly plan: PlanName;
  readonly amount: Amount<'USD'>;
  readonly from: Date;
  readonly until: Date;
};

/**
 * Charges a fee to the USD wallet in the caller's transaction. The fee and the plan are thus stored together or not at
 * all. Errors: `insufficient_balance`, and the ledger's.
 */
export async function payForPlan(
  tx: Queryable,
  { ledger, accounts }: Billing,
  userId: string,
  command: Command,
  { plan, amount, from, until }: PlanFee,
): Promise<void> {
  await ledger.postWithin(
    tx,
    {
      ...command,
      actor: userId,
      kind: planFeeKind,
      metadata: planFeeMetadata(plan, from, until),
      postings: planPostings(accounts, amount),
    },
    { insufficient: () => insufficientBalance(amount) },
  );
}
