import { endpoints, type AnswerOf, type Endpoints } from '@florin/contract';
import type { PublicKeyCredentialCreationOptionsJSON } from '@simplewebauthn/browser';
import { api } from './client.ts';

export async function createPasskey(name: string, password: string): Promise<AnswerOf<Endpoints['addPasskey']>> {
  const { challenge_id, options } = await api.call(endpoints.beginPasskey, { body: { current_password: password } });
  if (!isCreation(options)) throw new TypeError('the server sent no options for creating a passkey');
  const { startRegistration } = await import('@simplewebauthn/browser');
  const response = await startRegistration({ optionsJSON: options });
  return api.call(endpoints.addPasskey, { body: { challenge_id, name, response: { ...response } } });
}

const isCreation = (options: object): options is PublicKeyCredentialCreationOptionsJSON =>
  'challenge' in options && 'rp' in options && 'user' in options;

/** Whether this device already has a passkey for the account. */
export const hasPasskeyAlready = (error: unknown): boolean =>
  error instanceof Error && error.name === 'InvalidStateError';
