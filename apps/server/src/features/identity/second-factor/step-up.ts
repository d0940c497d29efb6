import type { Queryable } from '../../../platform/database/pool.ts';
import { Refusal } from '../../../platform/refusal.ts';
import type { SignedIn } from '../member.ts';
import { assertCurrentPassword } from '../password/current-password.ts';
import { showFactor, type FactorDependencies } from './show-factor.ts';

type Shown = { readonly code?: string | undefined; readonly password?: string | undefined };

/**
 * Shows a code or the password, whichever is given: for ten minutes this session may do what asks for it. Refusals:
 * those of `stepUpByCode` and `assertCurrentPassword`.
 */
export async function stepUp(
  dependencies: FactorDependencies,
  member: SignedIn,
  { code, password, ip }: Shown & { readonly ip: string },
): Promise<void> {
  if (code !== undefined) await stepUpByCode(dependencies, member, { code, ip });
  if (password !== undefined) await assertCurrentPassword(dependencies, { member, password, ip, field: 'password' });
}

/** Refusals: `second_factor_off`, `second_factor_wrong`, `too_many_requests`. */
async function stepUpByCode(
  dependencies: FactorDependencies,
  member: SignedIn,
  showing: { readonly code: string; readonly ip: string },
): Promise<void> {
  if (!member.hasFactor) throw noFactor();
  await showFactor(dependencies, member, { ...showing, countedFor: member.sessionId });
  await noteFactorShown(dependencies.pool, member.sessionId);
}

export async function noteFactorShown(database: Queryable, sessionId: string): Promise<void> {
  await database.query('update sessions set factor_at = now() where id = $1', [sessionId]);
}

export function noFactor(): Refusal {
  return new Refusal('second_factor_off', 'There is no second factor on this account.');
}
