import { hash } from 'node:crypto';
import type { OpenSession } from '@florin/contract';

/** The IP address and the browser of a request. */
export type Origin = { readonly ip: string; readonly userAgent: string };

type Device = { readonly name: string; readonly kind: OpenSession['kind'] };

/** The order matters, because most browsers also name their ancestors. */
const browsers: readonly (readonly [string, RegExp])[] = [
  ['Edge', /\bEdg(e|A|iOS)?\//],
  ['Opera', /\b(OPR|Opera)\//],
  ['Samsung Internet', /\bSamsungBrowser\//],
  ['Firefox', /\b(Firefox|FxiOS)\//],
  ['Chrome', /\b(Chrome|Chromium|CriOS|HeadlessChrome)\//],
  ['Safari', /\bSafari\//],
];

const systems: readonly (readonly [string, OpenSession['kind'], RegExp])[] = [
  ['iPhone', 'phone', /\biPhone\b/],
  ['iPad', 'phone', /\biPad\b/],
  ['Android', 'phone', /\bAndroid\b/],
  ['ChromeOS', 'desktop', /\bCrOS\b/],
  ['Windows', 'desktop', /\bWindows\b/],
  ['Mac', 'desktop', /\b(Macintosh|Mac OS X)\b/],
  ['Linux', 'desktop', /\bLinux\b/],
];

/**
 * Returns the device, such as `Firefox on Linux`. The name leaves out the version, so a browser update is not a new
 * device.
 */
export function deviceOf(userAgent: string): Device {
  const browser = browsers.find(([, pattern]) => pattern.test(userAgent))?.[0];
  const [system, kind] = systems.find(([, , pattern]) => pattern.test(userAgent)) ?? [undefined, 'other' as const];
  if (browser && system) return { name: `${browser} on ${system}`, kind };
  return { name: browser ?? system ?? 'An unknown device', kind };
}

/**
 * Returns the digest that identifies a member's device. The digest includes the network, so a new network counts as a
 * new device.
 */
export const deviceDigest = (userId: string, { name }: Device, network: string): Buffer =>
  hash('sha256', `device ${userId} ${name} ${network}`, 'buffer');
