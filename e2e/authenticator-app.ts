import { endpoints } from '@florin/contract';
import { Secret, TOTP } from 'otpauth';
import { clientOf, type Member } from './members.ts';

const stepMs = 30_000;

export type AuthenticatorApp = {
  /**
   * Returns an unused code. Two codes are available at once, because the server also accepts the code of the next
   * half-minute.
   */
  readonly code: () => string;
};

/** A stand-in for the authenticator app on a member's phone. */
export function authenticatorApp(secret: string): AuthenticatorApp {
  const totp = new TOTP({ issuer: 'Florin', secret: Secret.fromBase32(secret.replaceAll(' ', '')) });
  let last = 0;
  return {
    code: () => {
      last = Math.max(last + 1, Math.floor(Date.now() / stepMs));
      return totp.generate({ timestamp: last * stepMs });
    },
  };
}

/** Signs in again, as if from a second device. */
export async function signInAgain(origin: string, { email, password }: Member) {
  const { token } = await clientOf(origin, null).call(endpoints.login, { body: { email, password } });
  return clientOf(origin, token);
}

/** Turns two-factor authentication on from another session, so that the member's own session has not confirmed it. */
export async function turnOnTwoFactor(origin: string, member: Member) {
  const elsewhere = await signInAgain(origin, member);
  const { secret } = await elsewhere.call(endpoints.setUpTwoFactor, { body: { current_password: member.password } });
  const app = authenticatorApp(secret);
  const { recovery_codes: recoveryCodes } = await elsewhere.call(endpoints.turnOnTwoFactor, {
    body: { code: app.code() },
  });
  return { app, recoveryCodes, elsewhere };
}
