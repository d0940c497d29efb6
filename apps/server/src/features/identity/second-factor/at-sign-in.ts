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

type Shown = {
  readonly code: string | undefined;
  readonly passkey: Omit<Showing, 'origin'> | undefined;
  readonly origin: Origin;
};

/**
 * Whether a sign-in with the password takes a second factor, too. Passkeys that wait for their owner to keep them, since
 * the password was reset by mail, are not asked for at the door: what is sensitive asks for them inside.
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
 * The second step of a sign-in with the password. A wrong factor after the right password is mailed to the member.
 * Refusals: `second_factor_required`, `second_factor_wrong`, `passkey_refused`, `too_many_requests`.
 */
export async function showSecondFactor(
  dependencies: FactorDependencies,
  member: Member,
  { code, passkey, origin }: Shown,
  familiar: string | undefined,
): Promise<void> {
  if (code === undefined && passkey === undefined) throw await factorRequired(dependencies.pool, member);
  const countedFor = [member.id, ...(familiar === undefined ? [] : [familiar])].join(' ');
  const show = async () => {
    if (passkey) await showPasskey(dependencies, { ...passkey, origin }, member);
    else await showFactor(dependencies, member, { code: code ?? '', ip: origin.ip, countedFor });
  };
  await show().catch(async (error: unknown) => {
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
    ? 'Enter the code of your authenticator app, or a recovery code.'
    : 'Use your passkey, or a recovery code.';
  return new Refusal('second_factor_required', sentence, { factors });
}

const mailEverySeconds = 3_600;

/** Once an hour at most: someone who knows the password cannot flood the member with mails. */
const mailWrongFactor = (pool: Pool, { id, email }: Member, { ip, userAgent }: Origin): Promise<void> =>
  transact(pool, async (tx) => {
    if (!(await isFirstInPeriod(tx, `wrong-factor-mail ${id}`, mailEverySeconds))) return;
    const where = `${deviceOf(userAgent).name}, from the network ${maskedNetwork(ip)}`;
    await mailSecurityNews(tx, email, 'wrongFactor', `The attempt was made with ${where}.`);
  });
