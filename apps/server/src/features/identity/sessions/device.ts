import { hash } from 'node:crypto';
import type { OpenSession } from '@florin/contract';

/** Where a session is opened from, as the request says. */
export type Origin = { readonly ip: string; readonly userAgent: string };

type Device = { readonly name: string; readonly kind: OpenSession['kind'] };

/** In this order: most browsers also name those they descend from. */
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

/** `Firefox on Linux`: the family and not the version, so that an update is no other device. */
export function deviceOf(userAgent: string): Device {
  const browser = browsers.find(([, pattern]) => pattern.test(userAgent))?.[0];
  const [system, kind] = systems.find(([, , pattern]) => pattern.test(userAgent)) ?? [undefined, 'other' as const];
  if (browser && system) return { name: `${browser} on ${system}`, kind };
  return { name: browser ?? system ?? 'An unknown device', kind };
}

/** By what a member's device is recognized: the browser and the network, so that another network is another device. */
export const deviceDigest = (userId: string, { name }: Device, network: string): Buffer =>
  hash('sha256', `device ${userId} ${name} ${network}`, 'buffer');
