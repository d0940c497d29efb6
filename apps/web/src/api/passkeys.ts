import { endpoints, type AnswerOf, type Endpoints } from '@florin/contract';
import type { PublicKeyCredentialRequestOptionsJSON } from '@simplewebauthn/browser';
import { api } from './client.ts';

type Challenge = AnswerOf<Endpoints['getPasskeyChallenge']>;

/** A passkey belongs to a host with a name: at a bare network address browsers make none. */
export const passkeysWork = (): boolean =>
  typeof PublicKeyCredential === 'function' && !/^[\d.]+$|:/.test(location.hostname);

export async function signInByPasskey(remember: boolean) {
  return api.call(endpoints.signInByPasskey, { body: { ...(await showPasskey()), remember } });
}

export async function stepUpByPasskey(): Promise<void> {
  await api.call(endpoints.stepUpByPasskey, { body: await showPasskey() });
}

/** Lets the browser ask for a passkey, and returns its answer to a fresh challenge. */
export async function showPasskey() {
  const { challenge_id, options }: Challenge = await api.call(endpoints.getPasskeyChallenge);
  if (!isRequest(options)) throw new TypeError('these are no options for showing a passkey');
  const { startAuthentication } = await library();
  const response = await startAuthentication({ optionsJSON: options });
  return { challenge_id, response: { ...response } };
}

/** Few sign in with a passkey: the rest need not load it. */
const library = () => import('@simplewebauthn/browser');

// What is inside is between the server's library and the browser's.
const isRequest = (options: object): options is PublicKeyCredentialRequestOptionsJSON => 'challenge' in options;

/** The member closed the browser's question, or has no passkey for it to offer: browsers do not say which. */
export const isPasskeyDeclined = (error: unknown): boolean =>
  error instanceof Error && (error.name === 'NotAllowedError' || error.name === 'AbortError');
