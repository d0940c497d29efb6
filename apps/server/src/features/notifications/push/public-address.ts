import { lookup } from 'node:dns';
import { BlockList, isIP, type LookupFunction } from 'node:net';

// A member chooses the server of a subscription. It must not give access to addresses that only this server can reach.

const nonPublic = new BlockList();
for (const [network, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['224.0.0.0', 3],
] as const)
  nonPublic.addSubnet(network, bits, 'ipv4');
for (const [network, bits] of [
  ['::', 96],
  ['64:ff9b::', 96],
  ['64:ff9b:1::', 48],
  ['2002::', 16],
  ['fc00::', 7],
  ['fe80::', 10],
  ['ff00::', 8],
] as const)
  nonPublic.addSubnet(network, bits, 'ipv6');

/** Returns true for addresses on the public internet. IPv4 addresses mapped to IPv6 count as IPv4. */
export function isPublicAddress(address: string): boolean {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  const plain = mapped ?? address;
  const family = isIP(plain);
  return family !== 0 && !nonPublic.check(plain, family === 6 ? 'ipv6' : 'ipv4');
}

const privateNames = /(^|\.)(localhost|local|internal|intranet|lan|home|corp|arpa|test|invalid)$/;

/** Returns true for an HTTPS URL with a public name and the default port, as push services have. */
export function isPushServiceUrl(text: string): boolean {
  const url = URL.parse(text);
  if (!url || url.protocol !== 'https:' || url.port !== '' || url.username !== '' || url.password !== '') return false;
  const name = url.hostname.replace(/\.$/, '');
  return name.includes('.') && !name.startsWith('[') && isIP(name) === 0 && !privateNames.test(name);
}

export class PrivateAddress extends Error {}

/** Resolves a name to addresses that may be connected to. A private address is an error. */
export const lookUpPublic =
  (mayConnectTo: (address: string) => boolean): LookupFunction =>
  (name, options, found) =>
    lookup(name, { ...options, all: true }, (error, addresses) => {
      if (error) return found(error, []);
      if (addresses.every(({ address }) => mayConnectTo(address))) return found(null, addresses);
      found(new PrivateAddress('The push service resolves to a private address.'), []);
    });
