import type { Queryable } from '../../../platform/database/pool.ts';
import { hashPassword } from '../password.ts';
import { endAllSessions } from '../sessions/open-sessions.ts';
import { setPassword } from './set-password.ts';

/** Sets a generated password and ends all sessions, in the caller's transaction. */
export async function replacePassword(tx: Queryable, userId: string, password: string): Promise<void> {
  await setPassword(tx, userId, await hashPassword(password));
  await endAllSessions(tx, userId);
}
