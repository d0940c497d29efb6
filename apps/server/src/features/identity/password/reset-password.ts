import type { Logger } from 'pino';
import type { Queryable } from '../../../platform/database/pool.ts';
import { transact } from '../../../platform/database/transact.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { hashPassword } from '../password.ts';
import { letArrive, type OnEmailConfirmed } from '../confirm-email.ts';
import { reviewPasskeys } from '../passkeys/passkey-store.ts';
import { tokenDigest } from '../secret-token.ts';
import { mailSecurityNews } from '../security-mails.ts';
import { endAllSessions } from '../sessions/open-sessions.ts';
import { familiarNetwork } from '../sessions/familiar-network.ts';
import { takeOver, type TakeOverDependencies } from '../take-over.ts';
import { assertNotThrottled, recordFailure, recordSuccess } from '../throttle.ts';
import { assertUncommon } from './common-passwords.ts';
import type { ChoiceDependencies } from './current-password.ts';
import { setPassword } from './set-password.ts';

type Dependencies = ChoiceDependencies &
  TakeOverDependencies & { readonly logger: Logger; readonly onEmailConfirmed: OnEmailConfirmed };

/**
 * Sets a new password by the token that was mailed, once, for 30 minutes by the database's clock. Every session ends and
 * none begins: whoever can read the mail still has to show the second factor. Nobody waits any more for what others have
 * guessed. Where the address was never confirmed, the reader of the mail takes the account over: nothing of the earlier
 * holder stays, the address is confirmed, and what waited for it arrives. Of a confirmed account the factors stay, and
 * passkeys and bank accounts wait until their owner, signed in with the new password, keeps them. Refusals: `reset_invalid`,
 * `password_too_common` in live, which leaves the link good; `too_many_requests`, `busy`.
 *
 * @returns whose password it was
 */
export async function resetPassword(
  dependencies: Dependencies,
  { token, password, ip }: { readonly token: string; readonly password: string; readonly ip: string },
): Promise<string> {
  const { pool, rateLimits, throttleFactor, mode, passwordCost } = dependencies;
  if (rateLimits) await assertNotThrottled(pool, { ip, throttleFactor });
  const owner = await ownerOf(pool, token);
  if (!owner) {
    await recordFailure(pool, { ip, throttleFactor });
    throw invalid();
  }
  assertUncommon(password, { owner, mode });
  const hashing = rateLimits ? { ip, account: owner.id, throttleFactor } : undefined;
  const passwordHash = await hashPassword(password, hashing, passwordCost);
  const takenOver = await transact(pool, async (tx) => {
    // Locked: of two uses of the link at the same moment one finds it.
    const locked = await ownerOf(tx, token, { locked: true });
    if (!locked) throw invalid();
    await setPassword(tx, owner.id, passwordHash);
    if (!locked.confirmed) await takeOver(tx, dependencies, locked);
    else await putUpForReview(tx, dependencies, owner.id);
    await endAllSessions(tx, owner.id);
    await mailSecurityNews(tx, owner.email, 'passwordReset');
    return !locked.confirmed;
  });
  const { id: passwordOf, email } = owner;
  if (takenOver) await letArrive(dependencies, owner);
  await recordSuccess(pool, { email, passwordOf });
  await recordSuccess(pool, { email, familiar: await familiarNetwork(pool, email, ip) });
  return owner.id;
}

/** What a stranger with the password may have added waits until the owner keeps it. */
async function putUpForReview(tx: Queryable, { personalParts }: Dependencies, memberId: string): Promise<void> {
  await reviewPasskeys(tx, memberId);
  for (const part of personalParts) await part.review?.(tx, memberId);
}

type Owner = { readonly id: string; readonly email: string; readonly name: string; readonly confirmed: boolean };

async function ownerOf(database: Queryable, token: string, { locked = false } = {}): Promise<Owner | undefined> {
  const { rows } = await database.query<Owner>(
    `select u.id, u.email, u.name, u.email_confirmed_at is not null as confirmed
     from password_resets r join users u on u.id = r.user_id and u.email = r.email
     where r.token_hash = decode($1, 'hex') and r.used_at is null and r.expires_at > now() and u.disabled_at is null
     ${locked ? 'for update of r, u' : ''}`,
    [tokenDigest(token)],
  );
  return rows[0];
}

const invalid = () =>
  new Refusal('reset_invalid', 'This link is not valid any more. Ask for a new one on the sign-in page.');
