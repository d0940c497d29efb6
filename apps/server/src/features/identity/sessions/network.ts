import { isIPv4, isIPv6, SocketAddress } from 'node:net';

/** Returns the /24 of an IPv4 address or the /64 of an IPv6 address, which usually belongs to one subscriber. */
export function networkOf(ip: string): string {
  const v4 = v4Of(ip);
  return v4 ? v4.slice(0, 3).join('.') : groupsOf(ip).slice(0, 4).join(':');
}

/** Returns the /48 of an IPv6 address, which contains 65,536 networks. Returns undefined for an IPv4 address. */
export const siteOf = (ip: string): string | undefined =>
  v4Of(ip) ? undefined : `${groupsOf(ip).slice(0, 3).join(':')}/48`;

/** Returns the /24 of an IPv4 address or the /56 of an IPv6 address, which many providers give to one household. */
export function householdOf(ip: string): string {
  if (v4Of(ip)) return networkOf(ip);
  const [fourth = '0'] = groupsOf(ip).slice(3);
  return `${groupsOf(ip).slice(0, 3).join(':')}:${(Number.parseInt(fourth, 16) >> 8).toString(16)}/56`;
}

/** Returns a network for display, such as `203.0.113.x` or `2001:db8:0:x`. */
export function maskedNetwork(ip: string): string {
  const v4 = v4Of(ip);
  return `${v4 ? v4.slice(0, 3).join('.') : groupsOf(ip).slice(0, 3).join(':')}${v4 ? '.' : ':'}x`;
}

/** Returns the parts of an IPv4 address, including an address that a proxy passes on as IPv6. */
function v4Of(ip: string): string[] | undefined {
  if (isIPv4(ip)) return ip.split('.');
  const text = canonical(ip).replace(/^::ffff:/, '');
  return isIPv4(text) ? text.split('.') : undefined;
}

/** Returns the canonical form: lower case, no leading zeros, no zone. Returns other text unchanged. */
function canonical(ip: string): string {
  const [address = ip] = ip.split('%');
  return isIPv6(address) ? new SocketAddress({ address, family: 'ipv6' }).address : ip;
}

const groupCount = 8;

/** Returns all eight groups of an IPv6 address and fills in the zeros of `::`. */
function groupsOf(ip: string): string[] {
  const [head = [], tail = []] = canonical(ip)
    .split('::')
    .map((part) => (part === '' ? [] : part.split(':')));
  const missing = Math.max(groupCount - head.length - tail.length, 0);
  return [...head, ...Array.from({ length: missing }, () => '0'), ...tail];
}
