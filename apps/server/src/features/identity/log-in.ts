import type { Pool, Queryable } from '../../platform/database/pool.ts';
import { transact } from '../../platform/database/transact.ts';
import { Refusal } from '../../platform/refusal.ts';
import { memberColumns, memberOf, type Member, type MemberRow } from './member.ts';
import { hashOfNobody, hashPassword, isOutdated, verifyPassword } from './password.ts';
import { showFactor, type FactorDependencies } from './second-factor/show-factor.ts';
import { openSession } from './sessions.ts';
import type { Origin } from './sessions/device.ts';
import { familiarNetwork } from './sessions/familiar-network.ts';
import { noteDevice } from './sessions/note-device.ts';
import { beginGuess, recordFailure, recordSuccess, takeBackGuess } from './throttle.ts';

type Credentials = {
  readonly email: string;
  readonly password: string;
  readonly remember: boolean;
  readonly code: string | undefined;
  readonly origin: Origin;
};
/** `since` is when the password was set, to the microsecond. */
type Row = MemberRow & { password_hash: string; since: string };

/**
 * Opens a session. An unknown address, a wrong password and a disabled account get the same answer in the same time.
 * Refusals: `bad_credentials`, `second_factor_required`, `second_factor_wrong`, `too_many_requests`, `busy`.
 */
export async function logIn(
  dependencies: FactorDependencies,
  credentials: Credentials,
): Promise<{ token: string; member: Member }> {
  const { pool } = dependencies;
  const { email, code, origin, remember } = credentials;
  const familiar = await familiarNetwork(pool, email, origin.ip);
  const { member, since } = await knownByPassword(dependencies, credentials, familiar);
  if (member.twoFactor) {
    if (code === undefined)
      throw new Refusal('second_factor_required', 'Enter the code of your authenticator app, or a recovery code.');
    const countedFor = [member.id, ...(familiar === undefined ? [] : [familiar])].join(' ');
    await showFactor(dependencies, member, { code, ip: origin.ip, countedFor });
  }
  const token = await transact(pool, async (tx) => {
    await assertNotChanged(tx, member, since);
    return signIn(tx, member, { remember, origin, withFactor: member.twoFactor, withPassword: true });
  });
  return { token, member };
}

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

/**
 * Looking at a password takes a moment. Who sets another in it ends every session, and one with the old password must not
 * open after that: the member's row stays as it is until the transaction ends.
 */
async function assertNotChanged(tx: Queryable, { id }: Member, since: string): Promise<void> {
  const { rowCount } = await tx.query(
    'select from users where id = $1 and password_changed_at = $2 and disabled_at is null for share',
    [id, since],
  );
  if (rowCount === 0) throw badCredentials();
}

async function knownByPassword(
  { pool, rateLimits, throttleFactor }: FactorDependencies,
  { email, password, origin: { ip } }: Credentials,
  familiar: string | undefined,
): Promise<{ member: Member; since: string }> {
  const attempt = { email, ip, familiar, throttleFactor };
  const hashing = rateLimits ? { ip, account: email, throttleFactor } : undefined;
  if (rateLimits) await beginGuess(pool, attempt);
  const { rows } = await pool.query<Row>(
    `select ${memberColumns}, u.password_hash, u.password_changed_at::text as since
     from users u where u.email = $1 and u.disabled_at is null`,
    [email],
  );
  const row = rows[0];
  const look = async () => verifyPassword(password, row?.password_hash ?? (await hashOfNobody()), hashing);
  const fits = await look().catch(async (error: unknown) => {
    if (rateLimits) await takeBackGuess(pool, attempt);
    throw error;
  });
  if (!row || !fits) {
    await recordFailure(pool, attempt);
    throw badCredentials();
  }
  await recordSuccess(pool, attempt);
  if (isOutdated(row.password_hash)) await hashAgain(pool, row, password);
  return { member: memberOf(row), since: row.since };
}

const badCredentials = () => new Refusal('bad_credentials', 'The email or the password is not right.');

/** At the cost that is asked for today; unless another password was set in the meantime. */
async function hashAgain(pool: Pool, { id, password_hash: outdated }: Row, password: string): Promise<void> {
  await pool.query('update users set password_hash = $3 where id = $1 and password_hash = $2', [
    id,
    outdated,
    await hashPassword(password),
  ]);
}
