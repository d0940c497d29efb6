import type { Queryable } from '../../../platform/database/pool.ts';
import { Refusal } from '../../../platform/refusal.ts';
import type { SignedIn } from '../member.ts';
import { assertCurrentPassword } from '../password/current-password.ts';
import { showFactor, type FactorDependencies } from './show-factor.ts';

type EnteredFactor = { readonly code?: string | undefined; readonly password?: string | undefined };

/**
 * Confirms a code or the password, so this session may make sensitive calls for ten minutes. Refusals: those of
 * `stepUpByCode` and `assertCurrentPassword`.
 */
export async function stepUp(
  dependencies: FactorDependencies,
  member: SignedIn,
  { code, password, ip }: EnteredFactor & { readonly ip: string },
): Promise<void> {
  if (code !== undefined) await stepUpByCode(dependencies, member, { code, ip });
  if (password !== undefined) await assertCurrentPassword(dependencies, { member, password, ip, field: 'password' });
}

/** Confirms a code. Refusals: `second_factor_off`, `second_factor_wrong`, `too_many_requests`. */
async function stepUpByCode(
  dependencies: FactorDependencies,
  member: SignedIn,
  entered: { readonly code: string; readonly ip: string },
): Promise<void> {
  if (!member.hasFactor) throw noFactor();
  await showFactor(dependencies, member, { ...entered, countedFor: member.sessionId });
  await recordFactor(dependencies.pool, member.sessionId);
}

export async function recordFactor(database: Queryable, sessionId: string): Promise<void> {
  await database.query('update sessions set factor_at = now() where id = $1', [sessionId]);
}

export function noFactor(): Refusal {
  return new Refusal('second_factor_off', 'This account has no second factor.');
}
