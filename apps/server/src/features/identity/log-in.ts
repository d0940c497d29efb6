import type { Pool } from '../../platform/database/pool.ts';
import { Refusal } from '../../platform/refusal.ts';
import type { Member } from './member.ts';
import { hashOfNobody, verifyPassword } from './password.ts';
import { openSession } from './sessions.ts';
import { assertNotThrottled, recordFailure, recordSuccess } from './throttle.ts';

type Credentials = { email: string; password: string; remember: boolean; ip: string };
type Row = Omit<Member, 'kycLevel'> & { kyc_level: Member['kycLevel']; password_hash: string };

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
    `select id, email, name, avatar, kyc_level, plan, password_hash
     from users where email = $1 and disabled_at is null`,
    [credentials.email],
  );
  const row = rows[0];
  const fits = await verifyPassword(credentials.password, row?.password_hash ?? (await hashOfNobody()));
  if (!row || !fits) {
    await recordFailure(pool, credentials);
    throw new Refusal('bad_credentials', 'The email or the password is not right.');
  }
  await recordSuccess(pool, credentials.email);
  const { id, email, name, avatar, kyc_level: kycLevel, plan } = row;
  const token = await openSession(pool, id, credentials.remember);
  return { token, member: { id, email, name, avatar, kycLevel, plan } };
}
