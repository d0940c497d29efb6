import { amountOf, formatAmount, usdEquivalentCeil, type Amount, type FiatCode } from '@florin/money';
import type { Draw, ExceededLimit } from '../../ledger/index.ts';
import { Refusal } from '../../platform/refusal.ts';
import type { Member } from '../identity/index.ts';

const prefix = 'key ';

/**
 * Returns the draws of a payment on the caps of the caller's API key, without its fee. The ledger counts the draws for
 * all nodes, and a canceled payment restores them. Each key of a maker has its own caps, so other keys and people do
 * not use them up.
 */
export function keyDraws({ id: owner, key }: Member, amount: Amount<FiatCode>): Draw[] {
  if (!key) return [];
  const { units } = usdEquivalentCeil(amount);
  const draw = (period: 'day' | 'month'): Draw[] => {
    const limit = key.caps[period];
    return limit === null ? [] : [{ owner, kind: `${prefix}${key.id} ${period}`, slot: `@${period}`, units, limit }];
  };
  return [...draw('day'), ...draw('month')];
}

/** Returns `key_limit_exceeded` if the exceeded allowance is a cap of an API key, else undefined. */
export function keyCapRefusal({ kind, left }: ExceededLimit): Refusal | undefined {
  if (!kind.startsWith(prefix)) return undefined;
  const period = kind.endsWith('day') ? 'today' : 'this month';
  return new Refusal(
    'key_limit_exceeded',
    `This is over the cap of the API key: ${formatAmount(amountOf('USD', left))} is left ${period}.`,
  );
}
