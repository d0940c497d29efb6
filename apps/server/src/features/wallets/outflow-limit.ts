import type { Limits, Policy } from '@florin/contract';
import { amountOf, formatAmount, usdEquivalentCeil, type Amount, type FiatCode } from '@florin/money';
import { drawnAtMost, ever, usedIn, type Draw, type Ledger, type Usage } from '../../ledger/index.ts';
import { Refusal } from '../../platform/refusal.ts';
import { moneyFields } from '../../platform/http/json-number.ts';
import type { Member } from '../identity/index.ts';

export const outflow = 'outflow';
export const withoutFactorPerDay = 'outflow-without-factor-per-day';

type OutflowAmount = { readonly amount: Amount<FiatCode>; readonly needsFactor: boolean };

/**
 * Returns the draws that a send or withdrawal makes on the member's allowances, without its fee. If several allowances
 * are exceeded, the ledger reports the first one. No confirmation is thus required that would not help.
 */
export function outflowDraws(
  { outflowLimits, thresholds }: Policy,
  { id: owner, kycLevel }: Member,
  { amount, needsFactor }: OutflowAmount,
  { day, month }: Usage,
): Draw[] {
  const { units } = usdEquivalentCeil(amount);
  const limits = outflowLimits[kycLevel];
  const [today, thisMonth] = [drawnAtMost(day, limits.day), drawnAtMost(month, limits.month)];
  const limit = today < thisMonth ? today : thisMonth;
  const draws: Draw[] = [{ owner, kind: outflow, slot: ever, units, limit }];
  const { units: withoutFactor } = thresholds.secondFactor;
  if (needsFactor) draws.push({ owner, kind: withoutFactorPerDay, slot: '@day', units, limit: withoutFactor });
  return draws;
}

/** Returns `limit_exceeded` if the amount exceeds the rest of the day or month, else undefined. */
export function outflowRefusal(
  policy: Policy,
  member: Member,
  { amount }: OutflowAmount,
  usage: Usage,
): Refusal | undefined {
  const { units } = usdEquivalentCeil(amount);
  const left = leftOf(policy, member, usage);
  if (units <= left.day && units <= left.month) return undefined;
  const [rest, period] = units > left.day ? [left.day, 'today'] : [left.month, 'this month'];
  const sentence = `This is over your limit: ${formatAmount(amountOf('USD', rest))} is left ${period}.`;
  return new Refusal('limit_exceeded', [sentence, ...nextStep(member)].join(' '));
}

/**
 * Rejects payments whose sum exceeds the member's limits, before the first payment is made. Each payment still counts
 * when it is made. Refusals: `limit_exceeded`.
 */
export async function assertWithinLimits(
  { ledger, policy }: { readonly ledger: Ledger; readonly policy: Policy },
  member: Member,
  amounts: readonly Amount<FiatCode>[],
): Promise<void> {
  const cents = amounts.reduce((sum, amount) => sum + usdEquivalentCeil(amount).units, 0n);
  const together = { amount: amountOf('USD', cents), needsFactor: false };
  const refusal = outflowRefusal(policy, member, together, await usageOf(ledger, member.id));
  if (refusal) throw refusal;
}

/** The error for an unconfirmed payment above the daily limit: `second_factor_required`. */
export const withoutFactorRefusal = (left: bigint): Refusal =>
  new Refusal(
    'second_factor_required',
    `Without two-factor confirmation you can send ${formatAmount(amountOf('USD', left))} more today. Confirm first to send more.`,
  );

/** Names the step that raises the limit. The highest level has no such step. */
function nextStep({ kycLevel }: Member): string[] {
  return kycLevel === 2 ? [] : ['Verify your identity to raise the limit.'];
}

/** Returns a member's outflow of the current UTC day and month by the database's clock, in US cents. */
export async function usedOutflow(ledger: Ledger, memberId: string): Promise<{ day: bigint; month: bigint }> {
  const usage = await usageOf(ledger, memberId);
  return { day: usedIn(usage, usage.day), month: usedIn(usage, usage.month) };
}

const usageOf = async (ledger: Ledger, memberId: string): Promise<Usage> =>
  assertLoaded((await ledger.usageOf([memberId], outflow)).get(memberId));

export function assertLoaded(usage: Usage | undefined): Usage {
  if (!usage) throw new Error('The usage query returned no row for a member.');
  return usage;
}

/** Returns the member's limits and their remaining amounts. */
export async function limitsOf(
  { ledger, policy }: { readonly ledger: Ledger; readonly policy: Policy },
  member: Member,
): Promise<Limits> {
  const left = leftOf(policy, member, await usageOf(ledger, member.id));
  const view = (period: 'day' | 'month') => ({
    ...moneyFields('limit', amountOf('USD', policy.outflowLimits[member.kycLevel][period])),
    ...moneyFields('left', amountOf('USD', left[period])),
  });
  return { day: view('day'), month: view('month') };
}

function leftOf({ outflowLimits }: Policy, { kycLevel }: Member, usage: Usage): { day: bigint; month: bigint } {
  const left = (period: 'day' | 'month') => {
    const rest = outflowLimits[kycLevel][period] - usedIn(usage, usage[period]);
    return rest > 0n ? rest : 0n;
  };
  return { day: left('day'), month: left('month') };
}
