import { planTerms, type PlanName, type Subscription } from '@florin/contract';
import { formatAmount, toDecimal, type Amount } from '@florin/money';
import type { Ledger } from '../../ledger/index.ts';
import type { Pool, Queryable } from '../../platform/database/pool.ts';
import { transact } from '../../platform/database/transact.ts';
import type { Command } from '../../platform/http/route.ts';
import { Refusal } from '../../platform/refusal.ts';
import type { Member } from '../identity/index.ts';
import { insufficientBalance } from '../wallets/index.ts';
import { monthsAfter } from './months.ts';
import { openTill, payForPlan, type Till } from './pay-for-plan.ts';
import { dueNow, isUpgrade, unpaidMonths, type PaidMonths, type PlanState } from './plan-state.ts';
import { answeredBefore, lockPlan, writeAnswer, writePlan } from './plan-store.ts';
import { subscriptionView } from './plan-view.ts';
import { settlePlan } from './settle-plan.ts';

export type ChangePlan = {
  readonly plan: PlanName;
  /** What the member was shown as due now, an exact decimal. */
  readonly shown: string | undefined;
};

type Dependencies = { readonly pool: Pool; readonly ledger: Ledger };

/**
 * Upgrades at once, for what is left of the month that is paid or for a whole one; plans a downgrade for the end of what
 * is paid; takes a planned one back. The fee, the plan and the answer under the command's key are one transaction.
 *
 * Refusals: `plan_unchanged`, `quote_expired`, `insufficient_balance`, and the ledger's.
 */
export async function changePlan(
  { pool, ledger }: Dependencies,
  member: Member,
  command: Command,
  { plan, shown }: ChangePlan,
): Promise<Subscription> {
  const till = await openTill(ledger, member.id);
  return transact(pool, async (tx) => {
    const found = await lockPlan(tx, member.id);
    const { now } = found;
    const before = await answeredBefore(tx, command);
    if (before) return before;
    const state = await settlePlan(tx, till, member.id, found);
    assertAsShown(dueNow(state, plan, now), shown);
    const changed = await applied(tx, { till, userId: member.id, command, now }, state, plan);
    await writePlan(tx, member.id, changed);
    const answer = subscriptionView(changed, now);
    await writeAnswer(tx, member.id, command, answer);
    return answer;
  });
}

function assertAsShown(due: Amount<'USD'>, shown: string | undefined) {
  if (shown === undefined || shown === toDecimal(due)) return;
  throw new Refusal(
    'quote_expired',
    `What is due has changed to ${formatAmount(due)}. Nothing was taken; look at it again.`,
  );
}

type Change = {
  readonly till: Till;
  readonly userId: string;
  readonly command: Command;
  readonly now: Date;
};

async function applied(tx: Queryable, change: Change, state: PlanState, plan: PlanName): Promise<PlanState> {
  const { plan: present, paid } = state;
  if (plan === present) return { plan, paid: { ...(planned(paid) ?? unchanged(plan)), nextPlan: null } };
  const runs = paid && paid.endsAt > change.now ? paid : undefined;
  if (!runs && plan === 'personal') return { plan, paid: undefined };
  if (!runs) return paid ? payBehind(tx, change, paid, plan) : begin(tx, change, plan);
  if (isUpgrade(present, plan)) return upgrade(tx, change, { plan: present, paid: runs }, plan);
  return { plan: present, paid: { ...runs, nextPlan: plan } };
}

const planned = (paid: PaidMonths | undefined) => (paid?.nextPlan ? paid : undefined);

function unchanged(plan: PlanName): never {
  throw new Refusal('plan_unchanged', `You are on the ${planTerms[plan].title} plan already.`);
}

/** The first month begins now. */
async function begin(tx: Queryable, { till, userId, command, now }: Change, plan: PlanName): Promise<PlanState> {
  const endsAt = monthsAfter(now, 1);
  const amount = planTerms[plan].price;
  await payForPlan(tx, till, userId, command, { plan, amount, from: now, until: endsAt });
  return { plan, paid: { startedAt: now, months: 1, endsAt, nextPlan: null, graceUntil: null } };
}

/** What is left of the running month is paid for at the new plan's price. */
async function upgrade(
  tx: Queryable,
  { till, userId, command, now }: Change,
  state: PlanState & { readonly paid: PaidMonths },
  plan: PlanName,
): Promise<PlanState> {
  const amount = dueNow(state, plan, now);
  await payForPlan(tx, till, userId, command, { plan, amount, from: now, until: state.paid.endsAt });
  return { plan, paid: { ...state.paid, nextPlan: null } };
}

/** A month has begun that the wallet could not pay: it is paid as the plan that is chosen now, or nothing changes. */
async function payBehind(
  tx: Queryable,
  { till, userId, now }: Change,
  paid: PaidMonths,
  plan: PlanName,
): Promise<PlanState> {
  const state = { plan, paid: { ...paid, nextPlan: null } };
  const settled = await settlePlan(tx, till, userId, { state, frozenAt: null, now });
  const isPaid = settled.paid && unpaidMonths(settled.paid, now) === 0;
  if (!isPaid) throw insufficientBalance(dueNow({ plan: 'personal', paid }, plan, now));
  return settled;
}
