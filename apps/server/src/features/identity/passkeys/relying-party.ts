import { isIP } from 'node:net';
import { Refusal } from '../../../platform/refusal.ts';

/** Whom a passkey is for: a host name, never a number, and the one page address that may use it. */
export type RelyingParty = { readonly id: string; readonly origin: string };

export type Place = {
  readonly publicUrl: string;
  readonly mode: 'sandbox' | 'live';
  /** The host that the browser reached, as it says. */
  readonly host: string;
};

/**
 * From the configured address, never from what a request says; but a sandbox that knows itself only by a number may be
 * reached as localhost too. Refusals: `passkey_refused` where there is no name.
 */
export function relyingParty({ publicUrl, mode, host }: Place): RelyingParty {
  const own = new URL(publicUrl);
  if (!isNumber(own)) return { id: own.hostname, origin: own.origin };
  const asked = URL.parse(`http://${host}`);
  if (mode === 'sandbox' && asked?.hostname === 'localhost') return { id: 'localhost', origin: asked.origin };
  const name = mode === 'sandbox' ? ` In the sandbox that is http://localhost:${own.port || '80'}.` : '';
  throw new Refusal(
    'passkey_refused',
    `Passkeys need a host name, and this page was opened by a number. Open Florin by its name.${name}`,
  );
}

const isNumber = ({ hostname }: URL) => isIP(hostname.replaceAll(/^\[|\]$/g, '')) !== 0;
