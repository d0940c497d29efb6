import type { Pool } from '../../../platform/database/pool.ts';
import { Refusal } from '../../../platform/refusal.ts';
import type { SignedIn } from '../member.ts';
import { verifyPassword, type PasswordCost } from '../password.ts';
import { beginGuess, recordFailure, recordSuccess, takeBackGuess } from '../throttle.ts';

export type PasswordDependencies = {
  readonly pool: Pool;
  readonly rateLimits: boolean;
  readonly throttleFactor?: number | undefined;
};

/** For calls that set a new password: only live refuses common ones. */
export type ChoiceDependencies = PasswordDependencies & {
  readonly mode: 'sandbox' | 'live';
  readonly passwordCost?: PasswordCost;
};

/** Which member shows a password, within which session and from where. */
export type Asking = {
  readonly member: Pick<SignedIn, 'id' | 'sessionId'>;
  readonly password: string;
  readonly ip: string;
  /** The field of the body that it stands in. */
  readonly field?: 'current_password' | 'password';
};

/**
 * Checks the current password before a grave change: someone who found an open page does not know it. The session then
 * counts as having shown the password. Refusals: `bad_credentials` (never 401, which would sign out),
 * `too_many_requests`, `busy`.
 */
export async function assertCurrentPassword(
  { pool, rateLimits, throttleFactor }: PasswordDependencies,
  { member, password, ip, field = 'current_password' }: Asking,
): Promise<void> {
  const attempt = { passwordOf: member.id, ip, throttleFactor };
  if (rateLimits) await beginGuess(pool, attempt);
  const { rows } = await pool.query<{ password_hash: string }>('select password_hash from users where id = $1', [
    member.id,
  ]);
  if (!rows[0]) throw new Error('a signed-in member is not there');
  const fits = await verifyPassword(
    password,
    rows[0].password_hash,
    rateLimits ? { ip, account: member.id, throttleFactor } : undefined,
  ).catch(async (error: unknown) => {
    if (rateLimits) await takeBackGuess(pool, attempt);
    throw error;
  });
  if (!fits) {
    await recordFailure(pool, attempt);
    throw new Refusal('bad_credentials', notRight, { fields: { [field]: notRight } });
  }
  await recordSuccess(pool, attempt);
  await pool.query('update sessions set password_at = now() where id = $1', [member.sessionId]);
}

const notRight = 'The current password is not right.';
