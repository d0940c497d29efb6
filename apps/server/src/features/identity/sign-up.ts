import { fiatCodes } from '@florin/money';
import { uuidv7 } from 'uuidv7';
import type { Ledger } from '../../ledger/index.ts';
import { isUniqueViolation, transact } from '../../platform/database/transact.ts';
import type { Pool } from '../../platform/database/pool.ts';
import { Refusal } from '../../platform/refusal.ts';
import type { Traces } from '../traces/index.ts';
import { mailConfirmation } from './mail-confirmation.ts';
import type { Member } from './member.ts';
import { signIn } from './sign-in.ts';
import { isTombstone } from './people.ts';
import { assertUncommon } from './password/common-passwords.ts';
import { hashPassword, type Hashing } from './password.ts';
import type { Origin } from './sessions/device.ts';
import { assertNotThrottled, countAsk, recordFailure } from './throttle.ts';

const manyAccounts = 'Many accounts were opened from your network. Please try again later.';

/** Each mails somebody who may be a stranger. Behind one network may be a family, an office or the customers of a carrier. */
const ofNetwork = [
  { ask: 'sign-up of the hour', most: 60, seconds: 60 * 60, sentence: manyAccounts },
  { ask: 'sign-up of the day', most: 200, seconds: 24 * 60 * 60, sentence: manyAccounts },
] as const;

type Dependencies = {
  readonly pool: Pool;
  readonly ledger: Ledger;
  readonly publicUrl: string;
  readonly traces: Traces;
};
type Newcomer = { readonly name: string; readonly email: string; readonly password: string };

/**
 * Opens an account and a session. Refusals: `password_too_common`; `email_taken`, in words and time that do not tell more
 * than the status does; `too_many_requests` for a network that tries one email after another, or opens many accounts;
 * `busy`.
 */
export async function signUp(
  dependencies: Dependencies & { readonly rateLimits: boolean; readonly throttleFactor?: number | undefined },
  { origin, ...newcomer }: Newcomer & { readonly origin: Origin },
): Promise<{ token: string; member: Member }> {
  const { pool, rateLimits, throttleFactor } = dependencies;
  const { ip } = origin;
  if (rateLimits) await assertNotThrottled(pool, { ip });
  assertUncommon(newcomer.password, newcomer);
  if (rateLimits) for (const each of ofNetwork) await countAsk(pool, { ...each, ip, throttleFactor });
  const hashing = rateLimits ? { ip, account: newcomer.email, throttleFactor } : undefined;
  const member = await openAccount(dependencies, newcomer, hashing).catch(async (error: unknown) => {
    if (error instanceof Refusal && error.code === 'email_taken') await recordFailure(pool, { ip, throttleFactor });
    throw error;
  });
  const token = await transact(pool, (tx) => signIn(tx, member, { remember: false, origin, withPassword: true }));
  return { token, member };
}

/**
 * Opens an account with its three wallets, and mails a link that confirms the address. Refusals: `email_taken`, `busy`.
 */
export async function openAccount(
  { pool, ledger, publicUrl, traces }: Dependencies,
  { name, email, password }: Newcomer,
  hashing?: Hashing,
): Promise<Member> {
  if (isTombstone(email)) throw taken();
  const passwordHash = await hashPassword(password, hashing);
  const member: Member = {
    id: uuidv7(),
    name,
    email,
    emailConfirmed: false,
    avatar: null,
    kycLevel: 0,
    plan: 'personal',
    role: 'member',
    phone: null,
    twoFactor: false,
    hasFactor: false,
  };
  await transact(pool, async (tx) => {
    await tx.query('insert into users (id, email, name, password_hash) values ($1, $2, $3, $4)', [
      member.id,
      email,
      name,
      passwordHash,
    ]);
    await mailConfirmation(tx, publicUrl, member);
    await traces.takeUp(tx, member); // of an account with this address that was closed
  }).catch((error: unknown) => {
    throw isUniqueViolation(error) ? taken() : error;
  });
  await Promise.all(fiatCodes.map((code) => ledger.walletId(member.id, code)));
  return member;
}

const taken = () => new Refusal('email_taken', 'The account could not be opened.');
