import type { Pool, Queryable } from '../../platform/database/pool.ts';
import { transact } from '../../platform/database/transact.ts';
import { Refusal } from '../../platform/refusal.ts';
import { memberColumns, memberOf, type Member, type MemberRow } from './member.ts';
import { dummyHash, hashPassword, isOutdated, verifyPassword, type PasswordCost } from './password/hash-password.ts';
import type { FactorDependencies } from './second-factor/show-factor.ts';
import type { Showing } from './passkeys/show-passkey.ts';
import { needsFactor, showSecondFactor } from './second-factor/at-sign-in.ts';
import type { Origin } from './sessions/device.ts';
import { familiarNetwork } from './sessions/familiar-network.ts';
import { signIn } from './sessions/sign-in.ts';
import { startGuess, recordFailure, recordSuccess, cancelGuess } from './throttle.ts';

type Credentials = {
  readonly email: string;
  readonly password: string;
  readonly remember: boolean;
  readonly code: string | undefined;
  readonly passkey: Omit<Showing, 'origin'> | undefined;
  readonly origin: Origin;
};
/** `since` is the time of the last password change, to the microsecond. */
type Row = MemberRow & { password_hash: string; since: string };

/**
 * Opens a session. An unknown address, a wrong password and a disabled account get the same answer in the same time. A
 * member with an authenticator or a passkey confirms the sign-in with it and the password.
 *
 * Refusals: `bad_credentials`, `second_factor_required` (with the available factors), `second_factor_wrong`,
 * `passkey_refused`, `too_many_requests`, `busy`.
 */
export async function logIn(
  dependencies: FactorDependencies,
  credentials: Credentials,
): Promise<{ token: string; member: Member }> {
  const { pool } = dependencies;
  const { email, origin, remember } = credentials;
  const familiar = await familiarNetwork(pool, email, origin.ip);
  const { member, since } = await knownByPassword(dependencies, credentials, familiar);
  const withFactor = await needsFactor(pool, member);
  if (withFactor) await showSecondFactor(dependencies, member, credentials, familiar);
  const token = await transact(pool, async (tx) => {
    await assertNotChanged(tx, member, since);
    return signIn(tx, member, { remember, origin, withFactor, withPassword: true });
  });
  return { token, member };
}

/**
 * Rejects a sign-in whose password was changed in the meantime, because changing a password ends every session. Locks
 * the member's row until the transaction ends.
 */
export async function assertNotChanged(tx: Queryable, { id }: Member, since: string): Promise<void> {
  const { rowCount } = await tx.query(
    'select from users where id = $1 and password_changed_at = $2 and disabled_at is null for share',
    [id, since],
  );
  if (rowCount === 0) throw badCredentials();
}

/** Returns the member with this address and password. Refusals: `bad_credentials`, `too_many_requests`, `busy`. */
export async function knownByPassword(
  { pool, rateLimits, throttleFactor, passwordCost }: FactorDependencies,
  { email, password, origin: { ip } }: Pick<Credentials, 'email' | 'password' | 'origin'>,
  familiar: string | undefined,
): Promise<{ member: Member; since: string }> {
  const attempt = { email, ip, familiar, throttleFactor };
  const hashing = rateLimits ? { ip, account: email, throttleFactor } : undefined;
  if (rateLimits) await startGuess(pool, attempt);
  const { rows } = await pool.query<Row>(
    `select ${memberColumns}, u.password_hash, u.password_changed_at::text as since
     from users u where u.email = $1 and u.kind = 'person' and u.disabled_at is null`,
    [email],
  );
  const row = rows[0];
  const verify = async () => verifyPassword(password, row?.password_hash ?? (await dummyHash(passwordCost)), hashing);
  const isCorrect = await verify().catch(async (error: unknown) => {
    if (rateLimits) await cancelGuess(pool, attempt);
    throw error;
  });
  if (!row || !isCorrect) {
    await recordFailure(pool, attempt);
    throw badCredentials();
  }
  await recordSuccess(pool, attempt);
  if (isOutdated(row.password_hash, passwordCost)) await rehash(pool, row, password, passwordCost);
  return { member: memberOf(row), since: row.since };
}

const badCredentials = () => new Refusal('bad_credentials', 'Incorrect email or password.');

/** Hashes the password at the current cost, unless it was changed in the meantime. */
async function rehash(
  pool: Pool,
  { id, password_hash: outdated }: Row,
  password: string,
  cost: PasswordCost | undefined,
): Promise<void> {
  await pool.query('update users set password_hash = $3 where id = $1 and password_hash = $2', [
    id,
    outdated,
    await hashPassword(password, undefined, cost),
  ]);
}
