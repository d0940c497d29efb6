import { transact } from '../../../platform/database/transact.ts';
import type { SignedIn } from '../member.ts';
import { hashPassword } from './hash-password.ts';
import { mailSecurityNews } from '../security-mails.ts';
import { assertStillSignedIn, endOtherSessions } from '../sessions/open-sessions.ts';
import { assertUncommon } from './common-passwords.ts';
import { assertCurrentPassword, type ChoiceDependencies } from './current-password.ts';
import { setPassword } from './set-password.ts';

type Change = { readonly current: string; readonly password: string; readonly ip: string };

/**
 * Changes the password and ends all other sessions. Refusals: `bad_credentials`, `password_too_common` in live mode,
 * `too_many_requests`, `busy`.
 */
export async function changePassword(
  dependencies: ChoiceDependencies,
  member: SignedIn,
  { current, password, ip }: Change,
): Promise<void> {
  const { rateLimits, throttleFactor, mode, passwordCost } = dependencies;
  await assertCurrentPassword(dependencies, { member, password: current, ip });
  assertUncommon(password, { owner: member, mode });
  const passwordHash = await hashPassword(
    password,
    rateLimits ? { ip, account: member.id, throttleFactor } : undefined,
    passwordCost,
  );
  await transact(dependencies.pool, async (tx) => {
    await assertStillSignedIn(tx, member);
    await setPassword(tx, member.id, passwordHash);
    await endOtherSessions(tx, member);
    await mailSecurityNews(tx, member.email, 'passwordChanged');
  });
}
