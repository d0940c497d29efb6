import { fiatCodes } from '@florin/money';
import type { Logger } from 'pino';
import { uuidv7 } from 'uuidv7';
import type { Ledger } from '../../ledger/index.ts';
import { isUniqueViolation, transact } from '../../platform/database/transact.ts';
import type { Pool } from '../../platform/database/pool.ts';
import { isDatabaseUnavailable } from '../../platform/database/unavailable.ts';
import { Refusal } from '../../platform/refusal.ts';
import type { Traces } from '../traces/index.ts';
import { assertNotTheHouse, type HouseName } from './assert-not-the-house.ts';
import { claimWaitingMoney, type OnEmailConfirmed } from './confirm-email.ts';
import { mailConfirmation, mailWelcome } from './mail-confirmation.ts';
import type { Member } from './member.ts';
import { signIn } from './sessions/sign-in.ts';
import { isTombstone } from './person.ts';
import { assertUncommon } from './password/common-passwords.ts';
import { hashPassword, type Hashing, type PasswordCost } from './password/hash-password.ts';
import type { Origin } from './sessions/device.ts';
import { assertNotThrottled, countAsk, recordFailure } from './throttle.ts';

const tooManyAccounts = 'Too many accounts were opened from your network. Try again later.';

/**
 * Sign-ups per network. Each attempt mails a possible stranger. A network may be a family, an office or the customers
 * of a carrier.
 */
const networkLimits = [
  { ask: 'sign-up of the hour', max: 60, seconds: 60 * 60, sentence: tooManyAccounts },
  { ask: 'sign-up of the day', max: 200, seconds: 24 * 60 * 60, sentence: tooManyAccounts },
] as const;

type Dependencies = {
  readonly pool: Pool;
  readonly ledger: Ledger;
  readonly publicUrl: string;
  readonly traces: Traces;
  /** Whether an address counts only after its mailed link was opened. If false, the address counts from sign-up on. */
  readonly emailConfirmation: boolean;
  readonly passwordCost?: PasswordCost;
};
type SigningUp = Dependencies &
  HouseName & {
    readonly mode: 'sandbox' | 'live';
    readonly rateLimits: boolean;
    readonly throttleFactor?: number | undefined;
    readonly logger: Logger;
    readonly onEmailConfirmed: OnEmailConfirmed;
  };
type Applicant = { readonly name: string; readonly email: string; readonly password: string };

/**
 * Opens an account and a session.
 *
 * Refusals: `invalid_request` for a name that pretends to be the institution; `password_too_common` in live mode; `email_taken`, whose text and time reveal nothing beyond the status;
 * `too_many_requests` for a network that tries many addresses or opens many accounts; `busy`.
 */
export async function signUp(
  dependencies: SigningUp,
  { origin, ...newcomer }: Applicant & { readonly origin: Origin },
): Promise<{ token: string; member: Member }> {
  const { pool, rateLimits, throttleFactor, mode } = dependencies;
  const { ip } = origin;
  assertNotTheHouse(dependencies, newcomer.name);
  if (rateLimits) await assertNotThrottled(pool, { ip });
  assertUncommon(newcomer.password, { owner: newcomer, mode });
  if (rateLimits) for (const each of networkLimits) await countAsk(pool, { ...each, ip, throttleFactor });
  const hashing = rateLimits ? { ip, account: newcomer.email, throttleFactor } : undefined;
  const member = await openAccount(dependencies, newcomer, hashing).catch(async (error: unknown) => {
    if (error instanceof Refusal && error.code === 'email_taken') await recordFailure(pool, { ip, throttleFactor });
    throw error;
  });
  if (member.emailConfirmed) await claimWaitingMoney(dependencies, member);
  const token = await transact(pool, (tx) => signIn(tx, member, { remember: false, origin, withPassword: true }));
  return { token, member };
}

/**
 * Opens an account with its three wallets. Mails a confirmation link, or a welcome if addresses need no confirmation.
 * Refusals: `email_taken`, `busy`.
 */
export async function openAccount(
  { pool, ledger, publicUrl, traces, emailConfirmation, passwordCost }: Dependencies,
  { id: chosen, name, email, password }: Applicant & { readonly id?: string },
  hashing?: Hashing,
): Promise<Member> {
  if (isTombstone(email)) throw emailTaken();
  const passwordHash = await hashPassword(password, hashing, passwordCost);
  const member: Member = {
    id: chosen ?? (await newId(ledger)),
    name,
    email,
    emailConfirmed: !emailConfirmation,
    avatar: null,
    kycLevel: emailConfirmation ? 0 : 1,
    plan: 'personal',
    role: 'member',
    phone: null,
    phoneConfirmed: false,
    twoFactor: false,
    hasFactor: false,
    restricted: false,
  };
  await transact(pool, async (tx) => {
    await tx.query(
      `insert into users (id, email, name, password_hash, kyc_level, email_confirmed_at)
       values ($1, $2, $3, $4, $5, case when $6 then now() end)`,
      [member.id, email, name, passwordHash, member.kycLevel, member.emailConfirmed],
    );
    await (member.emailConfirmed ? mailWelcome : mailConfirmation)(tx, publicUrl, member);
    await traces.takeUp(tx, member); // from a closed account with this address
  }).catch((error: unknown) => {
    throw isUniqueViolation(error) ? emailTaken() : error;
  });
  await Promise.all(fiatCodes.map((code) => ledger.walletId(member.id, code)));
  return member;
}

const mostIds = 20;

/** Returns an id whose ledger is up, so that a newcomer does not notice a ledger that is down. */
async function newId(ledger: Pick<Ledger, 'booksOf'>): Promise<string> {
  for (let attempt = 1; ; attempt++) {
    const id = uuidv7();
    try {
      await ledger.booksOf(id); // asks the ledger if there are several
      return id;
    } catch (error) {
      if (attempt === mostIds || !isDatabaseUnavailable(error)) throw error;
    }
  }
}

const emailTaken = () => new Refusal('email_taken', 'We could not open this account.');
