import { isIP } from 'node:net';
import { Refusal } from '../../../platform/refusal.ts';

/** The relying party of a passkey: a host name, never an IP address, and the one origin that may use it. */
export type RelyingParty = { readonly id: string; readonly origin: string };

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
    `Passkeys need a host name, but this page uses an IP address. Open Florin by its name.${name}`,
  );
}

const isIpAddress = ({ hostname }: URL) => isIP(hostname.replaceAll(/^\[|\]$/g, '')) !== 0;
