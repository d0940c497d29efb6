import type { Factor } from '@florin/contract';
import type { Pool, Queryable } from '../../../platform/database/pool.ts';
import { transact } from '../../../platform/database/transact.ts';
import { Refusal } from '../../../platform/refusal.ts';
import type { Member } from '../member.ts';
import { showPasskey, type Showing } from '../passkeys/show-passkey.ts';
import { mailSecurityNews } from '../security-mails.ts';
import { deviceOf, type Origin } from '../sessions/device.ts';
import { maskedNetwork } from '../sessions/network.ts';
import { isFirstInPeriod } from '../throttle.ts';
import { showFactor, type FactorDependencies } from './show-factor.ts';

type SecondFactor = {
  readonly code: string | undefined;
  readonly passkey: Omit<Showing, 'origin'> | undefined;
  readonly origin: Origin;
};

/**
 * Returns whether a password sign-in needs a second factor. After a password reset, passkeys in review are not needed
 * at sign-in. Sensitive calls still need these passkeys.
 */
export async function needsFactor(database: Queryable, { id, twoFactor, hasFactor }: Member): Promise<boolean> {
  if (twoFactor || !hasFactor) return twoFactor;
  const { rowCount } = await database.query(
    'select from passkeys where user_id = $1 and review_since is null limit 1',
    [id],
  );
  return rowCount === 1;
}

/**
 * Checks the second factor of a password sign-in. A wrong factor after the correct password is mailed to the member.
 * Refusals: `second_factor_required`, `second_factor_wrong`, `passkey_refused`, `too_many_requests`.
 */
export async function showSecondFactor(
  dependencies: FactorDependencies,
  member: Member,
  { code, passkey, origin }: SecondFactor,
  familiar: string | undefined,
): Promise<void> {
  if (code === undefined && passkey === undefined) throw await factorRequired(dependencies.pool, member);
  const countedFor = [member.id, ...(familiar === undefined ? [] : [familiar])].join(' ');
  const check = async () => {
    if (passkey) await showPasskey(dependencies, { ...passkey, origin }, member);
    else await showFactor(dependencies, member, { code: code ?? '', ip: origin.ip, countedFor });
  };
  await check().catch(async (error: unknown) => {
    if (isWrong(error)) await mailWrongFactor(dependencies.pool, member, origin);
    throw error;
  });
}

const isWrong = (error: unknown) =>
  error instanceof Refusal && (error.code === 'second_factor_wrong' || error.code === 'passkey_refused');

async function factorRequired(pool: Pool, { id, twoFactor }: Member): Promise<Refusal> {
  const { rows } = await pool.query<{ factor: Factor }>(
    `select 'passkey' as factor where exists (select from passkeys where user_id = $1 and review_since is null)
     union all
     select 'recovery_code' where exists (select from recovery_codes where user_id = $1 and used_at is null)`,
    [id],
  );
  const factors: Factor[] = [...(twoFactor ? ['app' as const] : []), ...rows.map(({ factor }) => factor)];
  const sentence = twoFactor
    ? 'Enter a code from your authenticator app, or a recovery code.'
    : 'Use your passkey or a recovery code.';
  return new Refusal('second_factor_required', sentence, { factors });
}

const mailIntervalSeconds = 3_600;

/** Mails at most once an hour, so a person who knows the password cannot flood the member with mails. */
const mailWrongFactor = (pool: Pool, { id, email }: Member, { ip, userAgent }: Origin): Promise<void> =>
  transact(pool, async (tx) => {
    if (!(await isFirstInPeriod(tx, `wrong-factor-mail ${id}`, mailIntervalSeconds))) return;
    const where = `${deviceOf(userAgent).name}, from the network ${maskedNetwork(ip)}`;
    await mailSecurityNews(tx, email, 'wrongFactor', `The attempt came from ${where}.`);
  });
