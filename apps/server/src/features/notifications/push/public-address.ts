import { lookup } from 'node:dns';
import { BlockList, isIP, type LookupFunction } from 'node:net';

// A subscription names the server that we post to. Whoever can choose it must not reach with it what only we can reach.

const inner = new BlockList();
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
  inner.addSubnet(network, bits, 'ipv4');
for (const [network, bits] of [
  ['::', 96],
  ['64:ff9b::', 96],
  ['64:ff9b:1::', 48],
  ['2002::', 16],
  ['fc00::', 7],
  ['fe80::', 10],
  ['ff00::', 8],
] as const)
  inner.addSubnet(network, bits, 'ipv6');

/** An address anybody on the internet could reach. IPv4 in IPv6 counts as what it is. */
export function isPublicAddress(address: string): boolean {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  const plain = mapped ?? address;
  const family = isIP(plain);
  return family !== 0 && !inner.check(plain, family === 6 ? 'ipv6' : 'ipv4');
}

const innerNames = /(^|\.)(localhost|local|internal|intranet|lan|home|corp|arpa|test|invalid)$/;

/** HTTPS, by a public name, on the usual port: what a browser's push service is reached at. */
export function isPushServiceUrl(text: string): boolean {
  const url = URL.parse(text);
  if (!url || url.protocol !== 'https:' || url.port !== '' || url.username !== '' || url.password !== '') return false;
  const name = url.hostname.replace(/\.$/, '');
  return name.includes('.') && !name.startsWith('[') && isIP(name) === 0 && !innerNames.test(name);
}

export class InnerAddress extends Error {}

/** Looks a name up and gives only addresses that may be connected to; a name that leads inside is an error. */
export const lookUpPublic =
  (mayConnectTo: (address: string) => boolean): LookupFunction =>
  (name, options, found) =>
    lookup(name, { ...options, all: true }, (error, addresses) => {
      if (error) return found(error, []);
      if (addresses.every(({ address }) => mayConnectTo(address))) return found(null, addresses);
      found(new InnerAddress('a push service has an inner address'), []);
    });
