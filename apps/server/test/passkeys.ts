import { endpoints } from '@florin/contract';
import { softwarePasskey, type Answering } from './software-passkey.ts';
import type { TestApp, TestMember } from './test-app.ts';

/** Environment for `createTestApp`: a passkey needs a host with a name. */
export const passkeyHost = { PUBLIC_URL: 'http://localhost:3000' };

const here: Answering = { origin: passkeyHost.PUBLIC_URL };

export type PasskeyInHand = {
  readonly id: string;
  /** The account's recovery codes, if this passkey is its first factor. */
  readonly recoveryCodes?: readonly string[] | undefined;
  readonly show: () => ReturnType<typeof showPasskey>;
};

/** Adds a passkey to the account. The session then has a recent second factor. */
export async function addPasskey(florin: TestApp, { client, password }: TestMember): Promise<PasskeyInHand> {
  const key = softwarePasskey();
  const { challenge_id, options } = await client.call(endpoints.beginPasskey, { body: { current_password: password } });
  const body = { challenge_id, name: 'My laptop', response: key.make(options, here) };
  const { id, recovery_codes: recoveryCodes } = await client.call(endpoints.addPasskey, { body });
  return { id, recoveryCodes, show: () => showPasskey(florin, key) };
}

async function showPasskey({ client }: TestApp, key: ReturnType<typeof softwarePasskey>) {
  const { challenge_id, options } = await client.call(endpoints.getPasskeyChallenge);
  return { challenge_id, response: key.show(options, here) };
}
