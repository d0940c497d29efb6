import { isPublicName } from '../../../platform/http/public-address.ts';

/** Returns true for an HTTPS URL with a public name and the default port, like the URLs of push services. */
export function isPushServiceUrl(text: string): boolean {
  const url = URL.parse(text);
  if (!url || url.protocol !== 'https:' || url.port !== '' || url.username !== '' || url.password !== '') return false;
  return isPublicName(url.hostname.replace(/\.$/, ''));
}
