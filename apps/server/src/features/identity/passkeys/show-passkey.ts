import type { Pool, Queryable } from '../../../platform/database/pool.ts';
import { transact } from '../../../platform/database/transact.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { signIn } from '../sessions/sign-in.ts';
import { memberColumns, memberOf, type Member, type MemberRow, type SignedIn } from '../member.ts';
import { recordFactor } from '../second-factor/step-up.ts';
import type { Origin } from '../sessions/device.ts';
import { assertNotThrottled, countAsk, recordFailure } from '../throttle.ts';
import { notAccepted, readShownPasskey, relyingParty, webAuthn, type Place } from './web-authn.ts';
import { saveChallenge, takeChallenge } from './challenges.ts';
import { findPasskey, recordUse, type StoredPasskey } from './passkey-store.ts';

const challengeLimit = { ask: 'passkey-challenge', max: 60, seconds: 60 } as const;

type Dependencies = { readonly pool: Pool; readonly rateLimits: boolean; readonly throttleFactor?: number | undefined };

/** A browser's answer to a challenge. */
export type Showing = {
  readonly place: Place;
  readonly challengeId: string;
  readonly answer: unknown;
  readonly origin: Origin;
};

/**
 * Returns a challenge that fits every passkey, because the passkey names its member. Refusals: `passkey_refused`,
 * `too_many_requests`.
 */
export async function passkeyChallenge({ pool, rateLimits, throttleFactor }: Dependencies, place: Place, ip: string) {
  const { id } = relyingParty(place);
  if (rateLimits) await countAsk(pool, { ...challengeLimit, ip, throttleFactor });
  const { generateAuthenticationOptions } = await webAuthn();
  const options = await generateAuthenticationOptions({ rpID: id, userVerification: 'required' });
  return { challenge_id: await saveChallenge(pool, options.challenge), options: { ...options } };
}

/** Opens a session with both factors confirmed. Refusals: `passkey_refused`, `too_many_requests`. */
export async function signInByPasskey(
  dependencies: Dependencies,
  showing: Showing,
  remember: boolean,
): Promise<{ token: string; member: Member }> {
  const { pool } = dependencies;
  const passkey = await showPasskey(dependencies, showing);
  const { origin } = showing;
  return transact(pool, async (tx) => {
    const member = await memberStillWith(tx, passkey);
    return { token: await signIn(tx, member, { remember, origin, withFactor: true }), member };
  });
}

/**
 * Returns the member if the passkey may still sign in and the account is open, because both may have changed since the
 * check. Locks the member's row until the transaction ends.
 */
async function memberStillWith(tx: Queryable, passkey: StoredPasskey): Promise<Member> {
  const { rows } = await tx.query<MemberRow>(
    `select ${memberColumns} from users u where u.id = $1 and u.disabled_at is null for share`,
    [passkey.user_id],
  );
  // A separate statement sees the rows as they are after the lock.
  const { rowCount } = await tx.query('select from passkeys where id = $1 and review_since is null', [passkey.id]);
  if (!rows[0] || rowCount === 0) throw notAccepted();
  return memberOf(rows[0]);
}

/** Confirms the session with one of the member's own passkeys. Refusals: `passkey_refused`, `too_many_requests`. */
export async function stepUpByPasskey(dependencies: Dependencies, member: SignedIn, showing: Showing): Promise<void> {
  await showPasskey(dependencies, showing, member);
  await recordFactor(dependencies.pool, member.sessionId);
}

/**
 * Checks a passkey's answer. As a second factor, only the member's own passkey counts. A passkey in review counts only
 * for a member without an authenticator, and never signs in alone. Refusals: `passkey_refused`, whose message gives a
 * reason only for a passkey in review; `too_many_requests`.
 */
export async function showPasskey(
  { pool, rateLimits, throttleFactor }: Dependencies,
  showing: Showing,
  ofMember?: Pick<Member, 'id' | 'twoFactor'>,
): Promise<StoredPasskey> {
  const { ip } = showing.origin;
  if (rateLimits) await assertNotThrottled(pool, { ip, throttleFactor });
  const passkey = await verified(pool, showing, ofMember?.id);
  if (!passkey) {
    await recordFailure(pool, { ip, throttleFactor });
    throw notAccepted();
  }
  if (passkey.waits && (ofMember === undefined || ofMember.twoFactor)) throw needsReview();
  return passkey;
}

const needsReview = () =>
  new Refusal('passkey_refused', 'Your password was reset. Sign in with the new password, then keep this passkey.');

async function verified(
  pool: Pool,
  { place, challengeId, answer }: Showing,
  ofMember: string | undefined,
): Promise<StoredPasskey | undefined> {
  const challenge = await takeChallenge(pool, challengeId);
  const { response, ...outer } = readShownPasskey(answer);
  const passkey = await findPasskey(pool, outer.id);
  const isAllowed = ofMember === undefined || passkey?.user_id === ofMember;
  if (challenge === undefined || !passkey || !isAllowed) return undefined;
  const { id, origin } = relyingParty(place);
  const { credential_id, public_key, counter, transports } = passkey;
  const { verifyAuthenticationResponse } = await webAuthn();
  // The library throws on any invalid answer. Each of these errors counts as a rejected passkey.
  const outcome = await verifyAuthenticationResponse({
    response: { ...outer, response: withoutUndefined(response), clientExtensionResults: {} },
    expectedChallenge: challenge,
    expectedOrigin: origin,
    expectedRPID: id,
    credential: { id: credential_id, publicKey: Uint8Array.from(public_key), counter: Number(counter), transports },
    requireUserVerification: true,
  }).catch(() => undefined);
  if (!outcome?.verified) return undefined;
  return (await recordUse(pool, passkey.id, outcome.authenticationInfo.newCounter)) ? passkey : undefined;
}

const withoutUndefined = ({ userHandle, ...response }: ReturnType<typeof readShownPasskey>['response']) => ({
  ...response,
  ...(userHandle === undefined ? {} : { userHandle }),
});
