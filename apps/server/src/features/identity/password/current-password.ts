import type { Pool } from '../../../platform/database/pool.ts';
import { Refusal } from '../../../platform/refusal.ts';
import type { SignedIn } from '../member.ts';
import { verifyPassword, type PasswordCost } from './hash-password.ts';
import { startGuess, recordFailure, recordSuccess, cancelGuess } from '../throttle.ts';

export type PasswordDependencies = {
  readonly pool: Pool;
  readonly rateLimits: boolean;
  readonly throttleFactor?: number | undefined;
};

/** Dependencies of calls that set a password. Only live mode rejects common passwords. */
export type ChoiceDependencies = PasswordDependencies & {
  readonly mode: 'sandbox' | 'live';
  readonly passwordCost?: PasswordCost;
};

/** A password that a member enters, with the session and the IP address. */
export type EnteredPassword = {
  readonly member: Pick<SignedIn, 'id' | 'sessionId'>;
  readonly password: string;
  readonly ip: string;
  /** The field of the request body that contains the password. */
  readonly field?: 'current_password' | 'password';
};

/**
 * Checks the current password before a sensitive change, which protects an unattended browser. Marks the password as
 * entered in this session. Refusals: `bad_credentials` (not 401, which would sign the member out), `too_many_requests`,
 * `busy`.
 */
export async function assertCurrentPassword(
  { pool, rateLimits, throttleFactor }: PasswordDependencies,
  { member, password, ip, field = 'current_password' }: EnteredPassword,
): Promise<void> {
  const attempt = { passwordOf: member.id, ip, throttleFactor };
  if (rateLimits) await startGuess(pool, attempt);
  const { rows } = await pool.query<{ password_hash: string }>('select password_hash from users where id = $1', [
    member.id,
  ]);
  if (!rows[0]) throw new Error('the signed-in member does not exist');
  const isCorrect = await verifyPassword(
    password,
    rows[0].password_hash,
    rateLimits ? { ip, account: member.id, throttleFactor } : undefined,
  ).catch(async (error: unknown) => {
    if (rateLimits) await cancelGuess(pool, attempt);
    throw error;
  });
  if (!isCorrect) {
    await recordFailure(pool, attempt);
    throw new Refusal('bad_credentials', incorrectPassword, { fields: { [field]: incorrectPassword } });
  }
  await recordSuccess(pool, attempt);
  await pool.query('update sessions set password_at = now() where id = $1', [member.sessionId]);
}

const incorrectPassword = 'Incorrect password.';
