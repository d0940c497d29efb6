import type { Pool, Queryable } from '../../../platform/database/pool.ts';
import { transact } from '../../../platform/database/transact.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { signIn } from '../sign-in.ts';
import { memberColumns, memberOf, type Member, type MemberRow, type SignedIn } from '../member.ts';
import { noteFactorShown } from '../second-factor/step-up.ts';
import type { Origin } from '../sessions/device.ts';
import { assertNotThrottled, countAsk, recordFailure } from '../throttle.ts';
import { notAccepted, readShownPasskey } from './browser-answer.ts';
import { keepChallenge, takeChallenge } from './challenges.ts';
import { findPasskey, noteUse, type StoredPasskey } from './passkey-store.ts';
import { relyingParty, type Place } from './relying-party.ts';
import { webAuthn } from './web-authn.ts';

const challengesOfNetwork = { ask: 'passkey-challenge', most: 60, seconds: 60 } as const;

type Dependencies = { readonly pool: Pool; readonly rateLimits: boolean; readonly throttleFactor?: number | undefined };

/** What a browser shows about the challenge it was given. */
export type Showing = {
  readonly place: Place;
  readonly challengeId: string;
  readonly answer: unknown;
  readonly origin: Origin;
};

/** The same for everybody: who it is, the passkey says. Refusals: `passkey_refused`, `too_many_requests`. */
export async function passkeyChallenge({ pool, rateLimits, throttleFactor }: Dependencies, place: Place, ip: string) {
  const { id } = relyingParty(place);
  if (rateLimits) await countAsk(pool, { ...challengesOfNetwork, ip, throttleFactor });
  const { generateAuthenticationOptions } = await webAuthn();
  const options = await generateAuthenticationOptions({ rpID: id, userVerification: 'required' });
  return { challenge_id: await keepChallenge(pool, options.challenge), options: { ...options } };
}

/** Opens a session that has shown both factors. Refusals: `passkey_refused`, `too_many_requests`. */
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
 * Looking at what was shown takes a moment. Who takes the passkey away in it, or freezes the account, has the last word:
 * the member's row stays as it is until the transaction ends.
 */
async function memberStillWith(tx: Queryable, passkey: StoredPasskey): Promise<Member> {
  const { rows } = await tx.query<MemberRow>(
    `select ${memberColumns} from users u where u.id = $1 and u.disabled_at is null for share`,
    [passkey.user_id],
  );
  // A statement of its own: what it sees is newer than the lock.
  const { rowCount } = await tx.query('select from passkeys where id = $1', [passkey.id]);
  if (!rows[0] || rowCount === 0) throw notAccepted();
  return memberOf(rows[0]);
}

/** With a passkey of the member's own. Refusals: `passkey_refused`, `too_many_requests`. */
export async function stepUpByPasskey(dependencies: Dependencies, member: SignedIn, showing: Showing): Promise<void> {
  await showPasskey(dependencies, showing, member);
  await noteFactorShown(dependencies.pool, member.sessionId);
}

/**
 * Checks what was shown. As the second factor of a member, only a passkey of theirs counts. One that waits to be kept
 * counts only for a member without an authenticator, and never signs in by itself. Refusals: `passkey_refused`, which
 * does not say why unless it waits; `too_many_requests`.
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
  if (passkey.waits && (ofMember === undefined || ofMember.twoFactor)) throw waitsToBeKept();
  return passkey;
}

const waitsToBeKept = () =>
  new Refusal(
    'passkey_refused',
    'The password was reset. Sign in with the new password first, and keep this passkey then.',
  );

async function verified(
  pool: Pool,
  { place, challengeId, answer }: Showing,
  ofMember: string | undefined,
): Promise<StoredPasskey | undefined> {
  const challenge = await takeChallenge(pool, challengeId);
  const { response, ...outer } = readShownPasskey(answer);
  const passkey = await findPasskey(pool, outer.id);
  const isTheirs = ofMember === undefined || passkey?.user_id === ofMember;
  if (challenge === undefined || !passkey || !isTheirs) return undefined;
  const { id, origin } = relyingParty(place);
  const { credential_id, public_key, counter, transports } = passkey;
  const { verifyAuthenticationResponse } = await webAuthn();
  // Whatever is wrong with an answer, the library throws: to us all of it is a passkey that is not good.
  const outcome = await verifyAuthenticationResponse({
    response: { ...outer, response: withoutNothing(response), clientExtensionResults: {} },
    expectedChallenge: challenge,
    expectedOrigin: origin,
    expectedRPID: id,
    credential: { id: credential_id, publicKey: Uint8Array.from(public_key), counter: Number(counter), transports },
    requireUserVerification: true,
  }).catch(() => undefined);
  if (!outcome?.verified) return undefined;
  return (await noteUse(pool, passkey.id, outcome.authenticationInfo.newCounter)) ? passkey : undefined;
}

const withoutNothing = ({ userHandle, ...response }: ReturnType<typeof readShownPasskey>['response']) => ({
  ...response,
  ...(userHandle === undefined ? {} : { userHandle }),
});
