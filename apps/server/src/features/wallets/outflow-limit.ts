import type { Limits } from '@florin/contract';
import { amountOf, formatAmount, usdEquivalentCeil, type Amount, type FiatCode } from '@florin/money';
import { drawnAtMost, ever, readUsage, usedIn, type Draw, type Usage } from '../../ledger/index.ts';
import { Refusal } from '../../platform/refusal.ts';
import { moneyFields } from '../../platform/http/json-number.ts';
import type { Pool, Queryable } from '../../platform/database/pool.ts';
import type { Member } from '../identity/index.ts';

/** The limits of outflow per UTC day and month, in cents of a dollar, by KYC level (rule kyc-14). */
const outflowLimits = {
  0: { day: 500_00n, month: 2_000_00n },
  1: { day: 1_000_00n, month: 5_000_00n },
  2: { day: 10_000_00n, month: 100_000_00n },
} as const satisfies Record<Member['kycLevel'], { day: bigint; month: bigint }>;

/** What may be sent per UTC day by sessions that owe a second factor, in cents of a dollar (docs/decisions/0017). */
const limitWithoutFactor = 500_00n;

export const outflow = 'outflow';
export const withoutFactorPerDay = 'outflow-without-factor-per-day';

type Leaving = { readonly amount: Amount<FiatCode>; readonly owesFactor: boolean };

/**
 * What a send or withdrawal uses up of the member's limits, fee not counted. Where two are too small the ledger names
 * the first: no second factor is asked for where it would not help.
 */
export function outflowDraws(
  { id: owner, kycLevel }: Member,
  { amount, owesFactor }: Leaving,
  { day, month }: Usage,
): Draw[] {
  const { units } = usdEquivalentCeil(amount);
  const limits = outflowLimits[kycLevel];
  const [today, thisMonth] = [drawnAtMost(day, limits.day), drawnAtMost(month, limits.month)];
  const limit = today < thisMonth ? today : thisMonth;
  const draws: Draw[] = [{ owner, kind: outflow, slot: ever, units, limit }];
  if (owesFactor) draws.push({ owner, kind: withoutFactorPerDay, slot: '@day', units, limit: limitWithoutFactor });
  return draws;
}

/** What it means that the amount is over what is left of the day or the month: `limit_exceeded`. None where it is not. */
export function outflowRefusal(member: Member, { amount }: Leaving, usage: Usage): Refusal | undefined {
  const { units } = usdEquivalentCeil(amount);
  const left = leftOf(member, usage);
  if (units <= left.day && units <= left.month) return undefined;
  const [rest, period] = units > left.day ? [left.day, 'today'] : [left.month, 'this month'];
  const sentence = `This is over your limit: ${formatAmount(amountOf('USD', rest))} is left ${period}.`;
  return new Refusal('limit_exceeded', [sentence, ...whatRaisesIt(member)].join(' '));
}

/** More than may be sent without a second factor: `second_factor_required`. */
export const withoutFactorRefusal = (left: bigint): Refusal =>
  new Refusal(
    'second_factor_required',
    `Without your second factor you can send ${formatAmount(amountOf('USD', left))} more today. Please show it first.`,
  );

/** The next step up, where there is one: nothing raises the highest level. */
function whatRaisesIt({ kycLevel }: Member): string[] {
  return kycLevel === 2 ? [] : ['Verifying your identity raises it.'];
}

/** What may leave an account of that level per UTC day and month, in cents of a dollar. */
export const outflowLimitsOf = (level: Member['kycLevel']) => outflowLimits[level];

/** How each of these members has used the allowance that counts what leaves an account. */
export const readOutflow = (database: Queryable, memberIds: readonly string[]): Promise<ReadonlyMap<string, Usage>> =>
  readUsage(database, memberIds, outflow);

/** What has left the account in the running UTC day and month of the database's clock, in cents of a dollar. */
export async function usedOutflow(database: Queryable, memberId: string): Promise<{ day: bigint; month: bigint }> {
  const usage = await usageOf(database, memberId);
  return { day: usedIn(usage, usage.day), month: usedIn(usage, usage.month) };
}

const usageOf = async (database: Queryable, memberId: string): Promise<Usage> =>
  assertRead((await readOutflow(database, [memberId])).get(memberId));

export function assertRead(usage: Usage | undefined): Usage {
  if (!usage) throw new Error('the usage of an allowance was read without an answer');
  return usage;
}

/** The member's limits, and what is left of them. */
export async function limitsOf(pool: Pool, member: Member): Promise<Limits> {
  const left = leftOf(member, await usageOf(pool, member.id));
  const view = (period: 'day' | 'month') => ({
    ...moneyFields('limit', amountOf('USD', outflowLimits[member.kycLevel][period])),
    ...moneyFields('left', amountOf('USD', left[period])),
  });
  return { day: view('day'), month: view('month') };
}

function leftOf({ kycLevel }: Member, usage: Usage): { day: bigint; month: bigint } {
  const left = (period: 'day' | 'month') => {
    const rest = outflowLimits[kycLevel][period] - usedIn(usage, usage[period]);
    return rest > 0n ? rest : 0n;
  };
  return { day: left('day'), month: left('month') };
}
