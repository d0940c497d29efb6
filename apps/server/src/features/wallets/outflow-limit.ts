import type { Limits } from '@florin/contract';
import { amountOf, formatAmount, usdEquivalentCeil, type Amount, type FiatCode } from '@florin/money';
import type { Draw, ExceededLimit } from '../../ledger/index.ts';
import { Refusal } from '../../platform/refusal.ts';
import { moneyFields } from '../../platform/http/json-number.ts';
import type { Pool, Queryable } from '../../platform/database/pool.ts';
import type { Member } from '../identity/index.ts';

/** What may leave an account per UTC day and month, in cents of a dollar, by KYC level (product-decisions, section 2). */
const outflowLimits = {
  0: { day: 500_00n, month: 2_000_00n },
  1: { day: 1_000_00n, month: 5_000_00n },
  2: { day: 10_000_00n, month: 100_000_00n },
} as const satisfies Record<Member['kycLevel'], { day: bigint; month: bigint }>;

/** What may be sent per UTC day by sessions that owe a second factor, in cents of a dollar (docs/decisions/0017). */
const limitWithoutFactor = 500_00n;

const perDay = 'outflow-per-day';
const perMonth = 'outflow-per-month';
const withoutFactorPerDay = 'outflow-without-factor-per-day';

/**
 * What a send or withdrawal uses up of the member's limits, fee not counted. Where two are too small the ledger names
 * the first: no second factor is asked for where it would not help.
 */
export function outflowDraws(
  { id: owner, kycLevel }: Member,
  amount: Amount<FiatCode>,
  { owesFactor }: { readonly owesFactor: boolean },
): Draw[] {
  const { units } = usdEquivalentCeil(amount);
  const limits = outflowLimits[kycLevel];
  const draws: Draw[] = [
    { owner, kind: perDay, slot: '@day', units, limit: limits.day },
    { owner, kind: perMonth, slot: '@month', units, limit: limits.month },
  ];
  if (owesFactor) draws.push({ owner, kind: withoutFactorPerDay, slot: '@day', units, limit: limitWithoutFactor });
  return draws;
}

/** What it means that such a draw was too large: `limit_exceeded`, or `second_factor_required`. */
export const outflowRefusal =
  (member: Member) =>
  ({ kind, left }: ExceededLimit): Refusal => {
    const rest = formatAmount(amountOf('USD', left));
    if (kind === withoutFactorPerDay)
      return new Refusal(
        'second_factor_required',
        `Without your second factor you can send ${rest} more today. Please show it first.`,
      );
    const period = kind === perDay ? 'today' : 'this month';
    const sentences = [`This is over your limit: ${rest} is left ${period}.`, ...whatRaisesIt(member)];
    return new Refusal('limit_exceeded', sentences.join(' '));
  };

/** The next step up, where there is one: nothing raises the highest level. */
function whatRaisesIt({ kycLevel, emailConfirmed }: Member): string[] {
  if (kycLevel === 2) return [];
  if (kycLevel === 0 && !emailConfirmed) return ['Confirming your email raises it.'];
  return ['Verifying your identity raises it.'];
}

/** What may leave an account of that level per UTC day and month, in cents of a dollar. */
export const outflowLimitsOf = (level: Member['kycLevel']) => outflowLimits[level];

/** What has left the account in the running UTC day and month of the database's clock, in cents of a dollar. */
export async function usedOutflow(database: Queryable, memberId: string): Promise<{ day: bigint; month: bigint }> {
  const { rows } = await database.query<{ kind: string; used: bigint }>({
    name: 'used-limits',
    text: `select kind, -posted as used from ledger.accounts
           where owner = $1 and asset = 'USD-limit' and (
             kind = $2 and slot = to_char(now() at time zone 'UTC', 'YYYY-MM-DD')
             or kind = $3 and slot = to_char(now() at time zone 'UTC', 'YYYY-MM'))`,
    values: [memberId, perDay, perMonth],
  });
  const used = (kind: string) => rows.find((row) => row.kind === kind)?.used ?? 0n;
  return { day: used(perDay), month: used(perMonth) };
}

/** The member's limits, and what is left of them. */
export async function limitsOf(pool: Pool, member: Member): Promise<Limits> {
  const used = await usedOutflow(pool, member.id);
  const limits = outflowLimits[member.kycLevel];
  const view = (period: 'day' | 'month') => {
    const left = limits[period] - used[period];
    return {
      ...moneyFields('limit', amountOf('USD', limits[period])),
      ...moneyFields('left', amountOf('USD', left > 0n ? left : 0n)),
    };
  };
  return { day: view('day'), month: view('month') };
}
