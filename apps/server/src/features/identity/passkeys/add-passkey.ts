import type { Passkey } from '@florin/contract';
import type { Pool } from '../../../platform/database/pool.ts';
import { transact } from '../../../platform/database/transact.ts';
import { Refusal } from '../../../platform/refusal.ts';
import type { Letterhead } from '../../mail/index.ts';
import { recordChange } from '../record-change.ts';
import type { SignedIn } from '../member.ts';
import { assertCurrentPassword } from '../password/current-password.ts';
import { mailSecurityNews } from '../security-mails.ts';
import { firstRecoveryCodes, voidCodesWithoutFactor } from '../second-factor/recovery-codes.ts';
import { recordFactor } from '../second-factor/step-up.ts';
import { assertStillSignedIn } from '../sessions/open-sessions.ts';
import { notAccepted, readMadePasskey, relyingParty, webAuthn, type Place } from './web-authn.ts';
import { saveChallenge, takeChallenge } from './challenges.ts';
import { credentialsOf, deletePasskey, endPasskeyReview, insertPasskey } from './passkey-store.ts';

const maxPerMember = 20;

/** Every authenticator supports one of these algorithms: EdDSA, ES256, RS256. */
const algorithms = [-8, -7, -257];

type Dependencies = { readonly pool: Pool; readonly rateLimits: boolean };

/**
 * Returns the options with which the browser creates a passkey. The passkey works without an email address and verifies
 * its user. Refusals: `passkey_refused`, `bad_credentials`, `too_many_requests`, `busy`.
 */
export async function beginPasskey(
  dependencies: Dependencies & { readonly letterhead: Pick<Letterhead, 'brand'> },
  member: SignedIn,
  { place, password, ip }: { readonly place: Place; readonly password: string; readonly ip: string },
) {
  const { pool } = dependencies;
  const { id } = relyingParty(place);
  await assertCurrentPassword(dependencies, { member, password, ip });
  const known = await credentialsOf(pool, member.id);
  assertRoom(known.length);
  const { generateRegistrationOptions } = await webAuthn();
  const options = await generateRegistrationOptions({
    rpName: dependencies.letterhead.brand,
    rpID: id,
    userID: new TextEncoder().encode(member.id),
    userName: member.email,
    userDisplayName: member.name,
    attestationType: 'none',
    excludeCredentials: known,
    supportedAlgorithmIDs: algorithms,
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  });
  return { challenge_id: await saveChallenge(pool, options.challenge, member.id), options: { ...options } };
}

type NewPasskeyAnswer = {
  readonly place: Place;
  readonly challengeId: string;
  readonly name: string;
  readonly answer: unknown;
};

function assertRoom(known: number) {
  if (known >= maxPerMember)
    throw new Refusal('passkey_refused', `An account can have ${maxPerMember} passkeys. Remove one first.`);
}

/** Adds a passkey. The account's first factor also creates recovery codes. Refusals: `passkey_refused`. */
export async function addPasskey(
  { pool }: Dependencies,
  member: SignedIn,
  { place, challengeId, name, answer }: NewPasskeyAnswer,
): Promise<Passkey & { recovery_codes?: string[] }> {
  const challenge = await takeChallenge(pool, challengeId, member.id);
  if (challenge === undefined) throw notAccepted();
  const { response, ...outer } = readMadePasskey(answer);
  const { id, origin } = relyingParty(place);
  const { transports = [], ...attestation } = response;
  const { verifyRegistrationResponse } = await webAuthn();
  // The library throws on any invalid answer. Each of these errors counts as a rejected passkey.
  const { registrationInfo } = await verifyRegistrationResponse({
    response: { ...outer, response: { ...attestation, transports }, clientExtensionResults: {} },
    expectedChallenge: challenge,
    expectedOrigin: origin,
    expectedRPID: id,
    supportedAlgorithmIDs: algorithms,
    requireUserVerification: true,
  }).catch(() => ({ registrationInfo: undefined }));
  if (!registrationInfo) throw notAccepted();
  const { credential } = registrationInfo;
  return transact(pool, async (tx) => {
    await assertStillSignedIn(tx, member);
    assertRoom((await credentialsOf(tx, member.id)).length); // a parallel call may have added one
    const passkey = await insertPasskey(tx, {
      user_id: member.id,
      credential_id: credential.id,
      public_key: credential.publicKey,
      counter: credential.counter,
      transports,
      name,
    });
    if (!passkey) throw notAccepted();
    // The authenticator just verified its user, so this session needs no further confirmation.
    await recordFactor(tx, member.sessionId);
    const recoveryCodes = await firstRecoveryCodes(tx, member.id);
    await mailSecurityNews(tx, member.email, 'passkeyAdded');
    await recordChange(tx, [member.id], 'account');
    return { ...passkey, ...(recoveryCodes ? { recovery_codes: recoveryCodes } : {}) };
  });
}

/** Ends the review of a passkey. Refusals: `passkey_not_found`; `not_signed_in` if another reset ended the session. */
export async function keepPasskey({ pool }: Pick<Dependencies, 'pool'>, member: SignedIn, id: string): Promise<void> {
  await transact(pool, async (tx) => {
    await assertStillSignedIn(tx, member);
    await endPasskeyReview(tx, member.id, id);
  });
}

/** Removes a passkey. Refusals: `passkey_not_found`, `bad_credentials`, `too_many_requests`, `busy`. */
export async function removePasskey(
  dependencies: Dependencies,
  member: SignedIn,
  { id, password, ip }: { readonly id: string; readonly password: string; readonly ip: string },
): Promise<void> {
  await assertCurrentPassword(dependencies, { member, password, ip });
  await transact(dependencies.pool, async (tx) => {
    await assertStillSignedIn(tx, member);
    await deletePasskey(tx, member.id, id);
    await voidCodesWithoutFactor(tx, member.id);
    await mailSecurityNews(tx, member.email, 'passkeyRemoved');
    await recordChange(tx, [member.id], 'account');
  });
}
