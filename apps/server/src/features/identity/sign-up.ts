import { fiatCodes } from '@florin/money';
import { uuidv7 } from 'uuidv7';
import type { Ledger } from '../../ledger/index.ts';
import { sqlState, transact } from '../../platform/database/transact.ts';
import type { Pool } from '../../platform/database/pool.ts';
import { Refusal } from '../../platform/refusal.ts';
import { mailConfirmation } from './mail-confirmation.ts';
import type { Member } from './member.ts';
import { hashPassword } from './password.ts';
import { openSession } from './sessions.ts';
import { assertNotThrottled, recordFailure } from './throttle.ts';

const uniqueViolation = '23505';

type Dependencies = {
  readonly pool: Pool;
  readonly ledger: Ledger;
  readonly rateLimits: boolean;
  readonly publicUrl: string;
};

/**
 * Opens an account with its three wallets, and a session, and mails a link that confirms the address. Refusals: `email_taken`, in words and time that do not tell
 * more than the status does; `too_many_requests` for an address that tries one email after another; `busy`.
 */
export async function signUp(
  { pool, ledger, rateLimits, publicUrl }: Dependencies,
  { name, email, password, ip }: { name: string; email: string; password: string; ip: string },
): Promise<{ token: string; member: Member }> {
  if (rateLimits) await assertNotThrottled(pool, { ip });
  const passwordHash = await hashPassword(password);
  const member: Member = {
    id: uuidv7(),
    name,
    email,
    emailConfirmed: false,
    avatar: null,
    kycLevel: 0,
    plan: 'personal',
  };
  const token = await transact(pool, async (tx) => {
    await tx.query('insert into users (id, email, name, password_hash) values ($1, $2, $3, $4)', [
      member.id,
      email,
      name,
      passwordHash,
    ]);
    await mailConfirmation(tx, publicUrl, member);
    return openSession(tx, member.id, false);
  }).catch(async (error: unknown) => {
    if (sqlState(error) !== uniqueViolation) throw error;
    await recordFailure(pool, { ip });
    throw new Refusal('email_taken', 'The account could not be opened.');
  });
  await Promise.all(fiatCodes.map((code) => ledger.walletId(member.id, code)));
  return { token, member };
}
