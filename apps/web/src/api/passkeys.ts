import { endpoints, type AnswerOf, type Endpoints } from '@florin/contract';
import type { PublicKeyCredentialRequestOptionsJSON } from '@simplewebauthn/browser';
import { api } from './client.ts';

type Challenge = AnswerOf<Endpoints['getPasskeyChallenge']>;

/** Whether passkeys work here. Browsers create them only for host names, not for IP addresses. */
export const passkeysWork = (): boolean =>
  typeof PublicKeyCredential === 'function' && !/^[\d.]+$|:/.test(location.hostname);

export async function signInByPasskey(remember: boolean) {
  return api.call(endpoints.signInByPasskey, { body: { ...(await showPasskey()), remember } });
}

export async function stepUpByPasskey(): Promise<void> {
  await api.call(endpoints.stepUpByPasskey, { body: await showPasskey() });
}

/** Asks the browser for a passkey and returns its response to a new challenge. */
export async function showPasskey() {
  const { challenge_id, options }: Challenge = await api.call(endpoints.getPasskeyChallenge);
  if (!isRequest(options)) throw new TypeError('the server sent no options for using a passkey');
  const { startAuthentication } = await library();
  const response = await startAuthentication({ optionsJSON: options });
  return { challenge_id, response: { ...response } };
}

/** Loads on demand, because few members sign in with a passkey. */
const library = () => import('@simplewebauthn/browser');

// Checks only the outline. The server's library and the browser's library define the rest.
const isRequest = (options: object): options is PublicKeyCredentialRequestOptionsJSON => 'challenge' in options;

/**
 * Whether the member closed the browser's prompt or has no passkey. Browsers do not report which of these two cases
 * applies.
 */
export const isPasskeyDeclined = (error: unknown): boolean =>
  error instanceof Error && (error.name === 'NotAllowedError' || error.name === 'AbortError');
