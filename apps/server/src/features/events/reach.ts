import { isIP } from 'node:net';
import { isLoopbackAddress, isPublicAddress, isPublicName } from '../../platform/http/public-address.ts';

/**
 * The addresses that webhooks may have: public internet addresses only, also this machine's addresses, or all
 * addresses.
 */
export type WebhookReach = 'public' | 'loopback' | 'private';

/** Returns the check of the addresses that a webhook's name resolves to. */
export const mayConnectTo =
  (reach: WebhookReach) =>
  (address: string): boolean =>
    reach === 'private' || isPublicAddress(address) || (reach === 'loopback' && isLoopbackAddress(address));

/**
 * Returns true for an HTTPS URL of a server that webhooks may have. Receivers outside the public internet may use HTTP. A
 * delivery checks the addresses of the name again.
 */
export function isWebhookUrl(text: string, reach: WebhookReach): boolean {
  const url = URL.parse(text);
  if (!url || url.username !== '' || url.password !== '' || url.hash !== '') return false;
  const name = url.hostname.replace(/\.$/, '');
  if (url.protocol === 'https:' && (isPublicName(name) || isPublicAddress(bare(name)))) return true;
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return false;
  if (reach === 'private') return true;
  return reach === 'loopback' && (isLoopbackAddress(bare(name)) || /(?:^|\.)localhost$/.test(name));
}

/** Returns an IPv6 address without its brackets. */
const bare = (name: string): string => {
  const address = name.replaceAll(/^\[|\]$/g, '');
  return isIP(address) === 0 ? '' : address;
};
