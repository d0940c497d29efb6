import { endpoints } from '@florin/contract';
import { Secret, TOTP } from 'otpauth';
import type { TestApp, TestMember } from './test-app.ts';

export type Authenticator = {
  readonly secret: string;
  readonly recoveryCodes: string[];
  /** Returns the current code, or the code of a later step. */
  readonly code: (steps?: number) => string;
};

export const codeOf = (secret: string, steps = 0): string =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + steps * 30_000 });

/** Sets up an authenticator app and turns it on, which uses up the code of the current step. */
export async function turnOnTwoFactor({ client, password }: TestMember): Promise<Authenticator> {
  const { secret } = await client.call(endpoints.setUpTwoFactor, { body: { current_password: password } });
  const { recovery_codes } = await client.call(endpoints.turnOnTwoFactor, { body: { code: codeOf(secret) } });
  return { secret, recoveryCodes: recovery_codes, code: (steps = 0) => codeOf(secret, steps) };
}

/** Creates a member with a high limit and two-factor authentication, without a recent confirmation. */
export async function carefulMember(florin: TestApp, name: string): Promise<[TestMember, Authenticator]> {
  const member = await florin.confirm(await florin.signUpWith('3000.00', name));
  await florin.database.ownerPool.query('update users set kyc_level = 2 where id = $1', [member.user.id]);
  const app = await turnOnTwoFactor(member);
  await aWhileLater(florin, member);
  return [member, app];
}

/** Moves the last use of a code and the session's last confirmation back by ten minutes. */
export async function aWhileLater({ database }: TestApp, { user }: TestMember): Promise<void> {
  await database.ownerPool.query('update authenticators set last_step = 0 where user_id = $1', [user.id]);
  await database.ownerPool.query(
    `update sessions set factor_at = factor_at - interval '10 minutes', password_at = password_at - interval '10 minutes'
     where user_id = $1`,
    [user.id],
  );
}
