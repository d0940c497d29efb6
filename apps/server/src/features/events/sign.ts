import { createHmac, createSecretKey, randomBytes, sign, type KeyObject } from 'node:crypto';

const secretBytes = 32;
const prefix = 'whsec_';

/** The purpose of the encryption of secrets. */
export const secretPurpose = 'webhook secret';

export const newSecret = (): string => `${prefix}${randomBytes(secretBytes).toString('base64')}`;

export type Message = {
  /** The id of the event. */
  readonly id: string;
  readonly at: Date;
  readonly body: string;
};

type Signers = {
  readonly secrets: readonly string[];
  /** The key of this installation. The command line has none. */
  readonly privateKey?: KeyObject;
};

/**
 * Returns the headers of a delivery according to Standard Webhooks: a `v1` signature with each secret, and a `v1a`
 * signature with the private key.
 */
export function signedHeaders({ id, at, body }: Message, { secrets, privateKey }: Signers): Record<string, string> {
  const timestamp = String(Math.floor(at.getTime() / 1_000));
  const content = Buffer.from(`${id}.${timestamp}.${body}`);
  const shared = secrets.map((secret) => {
    const key = createSecretKey(secret.slice(prefix.length), 'base64'); // Node takes the bytes more slowly
    return `v1,${createHmac('sha256', key).update(content).digest('base64')}`;
  });
  const own = privateKey ? [`v1a,${sign(null, content, privateKey).toString('base64')}`] : [];
  return {
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': [...shared, ...own].join(' '),
  };
}
