import type { Queryable } from '../../platform/database/pool.ts';
import type { Member } from './member.ts';
import { openSession } from './sessions.ts';
import type { Origin } from './sessions/device.ts';
import { recordDevice } from './sessions/record-device.ts';

/** The factors that were confirmed at a sign-in. */
type ConfirmedFactors = { readonly withFactor?: boolean; readonly withPassword?: boolean };

/** Opens a session for an authenticated member. Notifies the member about a new device. */
export async function signIn(
  tx: Queryable,
  member: Member,
  { remember, origin, ...shown }: ConfirmedFactors & { remember: boolean; origin: Origin },
): Promise<string> {
  const onNewDevice = await recordDevice(tx, member, origin);
  return openSession(tx, member.id, { remembered: remember, origin, ...shown, onNewDevice });
}
