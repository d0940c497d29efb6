import type { Logger } from 'pino';
import type { Queryable } from '../../../platform/database/pool.ts';
import { transact } from '../../../platform/database/transact.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { hashPassword } from './hash-password.ts';
import { claimWaitingMoney, type OnEmailConfirmed } from '../confirm-email.ts';
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
 * Sets a new password with the token from a mail. The token works once, within 30 minutes by the database's clock. All
 * sessions end and none opens, because the reader of the mail must still confirm the second factor. Failed guesses no
 * longer delay the member.
 *
 * The reader of the mail takes over an unconfirmed account. The takeover deletes the earlier holder's data, confirms
 * the address and claims its waiting money. On a confirmed account the second factors stay. Passkeys and bank accounts
 * need review until the owner signs in with the new password and confirms them.
 *
 * Refusals: `reset_invalid`; `password_too_common` in live mode, which keeps the link valid; `too_many_requests`,
 * `busy`.
 *
 * @returns the id of the member
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
    // Locks the rows, so only one of two parallel calls finds the link.
    const locked = await ownerOf(tx, token, { locked: true });
    if (!locked) throw invalid();
    await setPassword(tx, owner.id, passwordHash);
    if (!locked.confirmed) await takeOver(tx, dependencies, locked);
    else await holdForReview(tx, dependencies, owner.id);
    await endAllSessions(tx, owner.id);
    await mailSecurityNews(tx, owner.email, 'passwordReset');
    return !locked.confirmed;
  });
  const { id: passwordOf, email } = owner;
  if (takenOver) await claimWaitingMoney(dependencies, owner);
  await recordSuccess(pool, { email, passwordOf });
  await recordSuccess(pool, { email, familiar: await familiarNetwork(pool, email, ip) });
  return owner.id;
}

/** Holds passkeys and bank accounts for review, because a stranger with the password may have added them. */
async function holdForReview(tx: Queryable, { personalParts }: Dependencies, memberId: string): Promise<void> {
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
  new Refusal('reset_invalid', 'This link is no longer valid. Request a new one on the sign-in page.');
