import type { Queryable } from '../../../platform/database/pool.ts';
import { Refusal } from '../../../platform/refusal.ts';
import type { SignedIn } from '../member.ts';
import { showFactor, type FactorDependencies } from './show-factor.ts';

/**
 * For ten minutes this session may do what asks for a second factor. Refusals: `second_factor_off`,
 * `second_factor_wrong`, `too_many_requests`.
 */
export async function stepUp(
  dependencies: FactorDependencies,
  member: SignedIn,
  showing: { readonly code: string; readonly ip: string },
): Promise<void> {
  if (!member.twoFactor) throw noFactor();
  await showFactor(dependencies, member, { ...showing, countedFor: member.sessionId });
  await noteFactorShown(dependencies.pool, member.sessionId);
}

export async function noteFactorShown(database: Queryable, sessionId: string): Promise<void> {
  await database.query('update sessions set factor_at = now() where id = $1', [sessionId]);
}

export function noFactor(): Refusal {
  return new Refusal('second_factor_off', 'Two-factor authentication is not set up on this account.');
}
