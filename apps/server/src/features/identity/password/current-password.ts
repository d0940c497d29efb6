import type { Pool } from '../../../platform/database/pool.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { verifyPassword } from '../password.ts';
import { beginGuess, recordFailure, recordSuccess, takeBackGuess } from '../throttle.ts';

/** Who shows a password within a session, and from where. */
export type Asking = { readonly memberId: string; readonly password: string; readonly ip: string };

/**
 * What is grave takes the current password once more: whoever found an open page does not have it. Refusals:
 * `bad_credentials` (never 401, which would sign out), `too_many_requests`, `busy`.
 */
export async function assertCurrentPassword(
  { pool, rateLimits }: { readonly pool: Pool; readonly rateLimits: boolean },
  { memberId, password, ip }: Asking,
): Promise<void> {
  const attempt = { passwordOf: memberId, ip };
  if (rateLimits) await beginGuess(pool, attempt);
  const { rows } = await pool.query<{ password_hash: string }>('select password_hash from users where id = $1', [
    memberId,
  ]);
  if (!rows[0]) throw new Error('a signed-in member is not there');
  const fits = await verifyPassword(password, rows[0].password_hash).catch(async (error: unknown) => {
    if (rateLimits) await takeBackGuess(pool, attempt);
    throw error;
  });
  if (!fits) {
    await recordFailure(pool, attempt);
    throw new Refusal('bad_credentials', 'The current password is not right.', {
      fields: { current_password: 'The current password is not right.' },
    });
  }
  await recordSuccess(pool, attempt);
}
