import { isIP } from 'node:net';
import * as z from 'zod/mini';
import { Refusal } from '../../../platform/refusal.ts';

/** Loads the library with the first use of a passkey, because its 300 files would slow down the server start. */
export const webAuthn = () => import('@simplewebauthn/server');

const text = z.string().check(z.minLength(1), z.maxLength(20_000));
const outer = { id: z.string().check(z.minLength(1), z.maxLength(1_400)), rawId: text, type: z.literal('public-key') };

/** The used fields of the answer from `navigator.credentials.create`. */
const madePasskey = z.object({
  ...outer,
  response: z.object({
    clientDataJSON: text,
    attestationObject: text,
    transports: z.optional(z.array(z.string().check(z.maxLength(20))).check(z.maxLength(10))),
  }),
});

/** The used fields of the answer from `navigator.credentials.get`. */
const shownPasskey = z.object({
  ...outer,
  response: z.object({
    clientDataJSON: text,
    authenticatorData: text,
    signature: text,
    userHandle: z.optional(z.string().check(z.maxLength(200))),
  }),
});

export type ShownPasskey = z.infer<typeof shownPasskey>;

/** Parses the answer that creates a passkey. Refusals: `passkey_refused`. */
export const readMadePasskey = (answer: unknown) => read(madePasskey, answer);

/** Parses the answer that uses a passkey. Refusals: `passkey_refused`. */
export const readShownPasskey = (answer: unknown): ShownPasskey => read(shownPasskey, answer);

function read<Schema extends z.ZodMiniType>(schema: Schema, answer: unknown): z.infer<Schema> {
  const parsed = z.safeParse(schema, answer);
  if (!parsed.success) throw notAccepted();
  return parsed.data;
}

export function notAccepted(): Refusal {
  return new Refusal('passkey_refused', 'We could not accept this passkey. Please try again.');
}

/** The relying party of a passkey: a host name, never an IP address, and the one origin that may use it. */
type RelyingParty = { readonly id: string; readonly origin: string };

export type Place = {
  readonly publicUrl: string;
  readonly mode: 'sandbox' | 'live';
  /** The host from the browser's request. */
  readonly host: string;
};

/**
 * Returns the relying party of the configured address, never of the request. A sandbox with an IP address may also be
 * reached as localhost. Refusals: `passkey_refused` without a host name.
 */
export function relyingParty({ publicUrl, mode, host }: Place): RelyingParty {
  const own = new URL(publicUrl);
  if (!isIpAddress(own)) return { id: own.hostname, origin: own.origin };
  const requested = URL.parse(`http://${host}`);
  if (mode === 'sandbox' && requested?.hostname === 'localhost') return { id: 'localhost', origin: requested.origin };
  const name = mode === 'sandbox' ? ` In the sandbox, use http://localhost:${own.port || '80'}.` : '';
  throw new Refusal(
    'passkey_refused',
    `Passkeys need a host name, but this page uses an IP address. Open {{brand}} by its name.${name}`,
  );
}

const isIpAddress = ({ hostname }: URL) => isIP(hostname.replaceAll(/^\[|\]$/g, '')) !== 0;
