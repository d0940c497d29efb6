import { isIPv6 } from 'node:net';
import { webAddress } from './config-feeds.ts';

/** Returns support@ at the domain of `no-reply@wallet.example.com` or `Florin <no-reply@wallet.example.com>`. */
export const supportAt = (from: string) => `support@${from.slice(from.lastIndexOf('@') + 1).replace(/>\s*$/, '')}`;

/** Returns the host for a URL that a browser on this machine can open. */
export function hostInUrl(host: string): string {
  if (host === '0.0.0.0' || host === '::') return 'localhost';
  return isIPv6(host) ? `[${host}]` : host;
}

/** Reads PUBLIC_URL, which must be an origin: paths are appended, and passkeys and HSTS depend on its host and scheme. */
export function publicUrlOf(env: Record<string, string | undefined>, problems: string[]): string | undefined {
  const text = env['PUBLIC_URL'];
  if (!text) return undefined;
  const url = webAddress(text);
  if (url?.href === `${url?.origin}/`) return url.origin;
  problems.push('PUBLIC_URL must be an http(s) address without a path, such as https://wallet.example.com.');
  return undefined;
}
