import { isIPv4, isIPv6, SocketAddress } from 'node:net';

/** The /24 of an IPv4 address, the /64 of an IPv6 one: what one subscriber usually has. */
export function networkOf(ip: string): string {
  const v4 = v4Of(ip);
  return v4 ? v4.slice(0, 3).join('.') : groupsOf(ip).slice(0, 4).join(':');
}

/** The /48 of an IPv6 address: whoever is given one has 65,536 networks of the size above. None of an IPv4 address. */
export const siteOf = (ip: string): string | undefined =>
  v4Of(ip) ? undefined : `${groupsOf(ip).slice(0, 3).join(':')}/48`;

/** The /24 of an IPv4 address, the /56 of an IPv6 one: what many providers give one household. */
export function householdOf(ip: string): string {
  if (v4Of(ip)) return networkOf(ip);
  const [fourth = '0'] = groupsOf(ip).slice(3);
  return `${groupsOf(ip).slice(0, 3).join(':')}:${(Number.parseInt(fourth, 16) >> 8).toString(16)}/56`;
}

/** `203.0.113.x`, `2001:db8:0:x`: enough to know a network again. */
export function maskedNetwork(ip: string): string {
  const v4 = v4Of(ip);
  return `${v4 ? v4.slice(0, 3).join('.') : groupsOf(ip).slice(0, 3).join(':')}${v4 ? '.' : ':'}x`;
}

/** Also of one that is written as IPv6, in whatever way: a proxy passes on what it was told. */
function v4Of(ip: string): string[] | undefined {
  if (isIPv4(ip)) return ip.split('.');
  const text = canonical(ip).replace(/^::ffff:/, '');
  return isIPv4(text) ? text.split('.') : undefined;
}

/** One writing per address: lower case, no leading zeros, no zone. What is no address stays as it is. */
function canonical(ip: string): string {
  const [address = ip] = ip.split('%');
  return isIPv6(address) ? new SocketAddress({ address, family: 'ipv6' }).address : ip;
}

const groupsInAll = 8;

/** All eight groups: `::` stands for as many zeros as are missing. */
function groupsOf(ip: string): string[] {
  const [head = [], tail = []] = canonical(ip)
    .split('::')
    .map((part) => (part === '' ? [] : part.split(':')));
  const missing = Math.max(groupsInAll - head.length - tail.length, 0);
  return [...head, ...Array.from({ length: missing }, () => '0'), ...tail];
}
