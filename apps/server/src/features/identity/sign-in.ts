import type { Queryable } from '../../platform/database/pool.ts';
import type { Member } from './member.ts';
import { openSession } from './sessions.ts';
import type { Origin } from './sessions/device.ts';
import { noteDevice } from './sessions/note-device.ts';

/** What was shown at a sign-in. */
type Shown = { readonly withFactor?: boolean; readonly withPassword?: boolean };

/** Opens a session for one who has shown who they are, and tells them where it is a new device. */
export async function signIn(
  tx: Queryable,
  member: Member,
  { remember, origin, ...shown }: Shown & { remember: boolean; origin: Origin },
): Promise<string> {
  const onNewDevice = await noteDevice(tx, member, origin);
  return openSession(tx, member.id, { remembered: remember, origin, ...shown, onNewDevice });
}
