import type { Pool } from '../../platform/database/pool.ts';
import { Refusal } from '../../platform/refusal.ts';
import { memberColumns, memberOf, type Member, type MemberRow } from './member.ts';
import { hashOfNobody, verifyPassword } from './password.ts';
import { openSession } from './sessions.ts';
import { assertNotThrottled, recordFailure, recordSuccess } from './throttle.ts';

type Credentials = { email: string; password: string; remember: boolean; ip: string };
type Row = MemberRow & { password_hash: string };

/**
 * Opens a session. An unknown address, a wrong password and a disabled account get the same answer in the same time.
 * Refusals: `bad_credentials`, `too_many_requests`, `busy`.
 */
export async function logIn(
  { pool, rateLimits }: { pool: Pool; rateLimits: boolean },
  credentials: Credentials,
): Promise<{ token: string; member: Member }> {
  if (rateLimits) await assertNotThrottled(pool, credentials);
  const { rows } = await pool.query<Row>(
    `select ${memberColumns}, u.password_hash
     from users u where u.email = $1 and u.disabled_at is null`,
    [credentials.email],
  );
  const row = rows[0];
  const fits = await verifyPassword(credentials.password, row?.password_hash ?? (await hashOfNobody()));
  if (!row || !fits) {
    await recordFailure(pool, credentials);
    throw new Refusal('bad_credentials', 'The email or the password is not right.');
  }
  await recordSuccess(pool, credentials.email);
  const token = await openSession(pool, row.id, credentials.remember);
  return { token, member: memberOf(row) };
}
