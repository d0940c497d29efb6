import { Refusal } from '../../../platform/refusal.ts';
import type { Call } from '../../../platform/http/route.ts';
import type { SignedIn } from '../member.ts';
import { showPasskey } from '../passkeys/show-passkey.ts';
import { assertCurrentPassword } from '../password/current-password.ts';
import { showFactor, type FactorDependencies } from './show-factor.ts';
import { noFactor } from './step-up.ts';

export type ConfirmingAct = FactorDependencies & { readonly publicUrl: string; readonly mode: 'sandbox' | 'live' };

type Shown = {
  readonly code?: string | undefined;
  readonly password?: string | undefined;
  readonly passkey?: { readonly challenge_id: string; readonly response: unknown } | undefined;
};
type Confirming = Pick<Call<unknown, SignedIn>, 'ip' | 'host' | 'userAgent'> & { readonly body: Shown };

/**
 * Confirms one act with a factor in the same call, regardless of earlier confirmations in the session. The factor is a
 * code or a passkey, or the password of a person without a second factor. Refusals: `second_factor_required`,
 * `second_factor_off`, `second_factor_wrong`, `passkey_refused`, `bad_credentials`, `too_many_requests`, `busy`.
 */
export async function confirmAct(
  dependencies: ConfirmingAct,
  { acts, sessionId, twoFactor, hasFactor, ...own }: SignedIn,
  { body: { code, password, passkey }, ip, host, userAgent }: Confirming,
): Promise<void> {
  const person = { ...(acts?.person ?? own), sessionId, twoFactor };
  if (password !== undefined) {
    if (hasFactor) throw new Refusal('second_factor_required', 'Confirm with your second factor.');
    return assertCurrentPassword(dependencies, { member: person, password, ip, field: 'password' });
  }
  if (!hasFactor) throw noFactor();
  if (code !== undefined) return showFactor(dependencies, person, { code, ip, countedFor: sessionId });
  const place = { publicUrl: dependencies.publicUrl, mode: dependencies.mode, host };
  await showPasskey(
    dependencies,
    { place, challengeId: passkey?.challenge_id ?? '', answer: passkey?.response, origin: { ip, userAgent } },
    person,
  );
}
