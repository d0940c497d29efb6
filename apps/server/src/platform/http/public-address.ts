import { lookup, type LookupAddress, type LookupAllOptions } from 'node:dns';
import { BlockList, isIP, type LookupFunction } from 'node:net';

// Members choose the servers that push messages and webhooks go to. The chosen servers must not give access to
// addresses that only this server can reach.

const nonPublic = new BlockList();
for (const [network, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['224.0.0.0', 3],
] as const)
  nonPublic.addSubnet(network, bits, 'ipv4');
for (const [network, bits] of [
  ['::', 96],
  ['::ffff:0:0:0', 96],
  ['64:ff9b::', 96],
  ['64:ff9b:1::', 48],
  ['100::', 64],
  ['2001::', 23],
  ['2002::', 16],
  ['fc00::', 7],
  ['fe80::', 9],
  ['ff00::', 8],
] as const)
  nonPublic.addSubnet(network, bits, 'ipv6');

const thisMachine = new BlockList();
thisMachine.addSubnet('127.0.0.0', 8, 'ipv4');
thisMachine.addAddress('::1', 'ipv6');

/** Returns true for addresses on the public internet. IPv4 addresses mapped to IPv6 count as IPv4. */
export const isPublicAddress = (address: string): boolean => isIP(address) !== 0 && !isIn(nonPublic, address);

/** Returns true for the loopback addresses of this machine. */
export const isLoopbackAddress = (address: string): boolean => isIP(address) !== 0 && isIn(thisMachine, address);

function isIn(list: BlockList, address: string): boolean {
  const plain = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1] ?? address;
  return list.check(plain, isIP(plain) === 6 ? 'ipv6' : 'ipv4');
}

const privateNames = /(^|\.)(localhost|local|internal|intranet|lan|home|corp|arpa|test|invalid)$/;

/** Returns true for a host name that can be on the public internet. */
export const isPublicName = (name: string): boolean =>
  name.includes('.') && !name.startsWith('[') && isIP(name) === 0 && !privateNames.test(name);

/** A connection was not made, because its address is private. */
export class PrivateAddress extends Error {}

/** Looks up all addresses of a name, as Node's `lookup` does. */
export type Resolve = (
  name: string,
  options: LookupAllOptions,
  found: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void;

/**
 * Resolves a name to addresses that may be connected to. A private address is an error. The connection goes to one of the
 * returned addresses, so a name that resolves to another address later changes nothing.
 */
export const lookUpPublic =
  (mayConnectTo: (address: string) => boolean, resolve: Resolve = lookup): LookupFunction =>
  (name, options, found) =>
    resolve(name, { ...options, all: true }, (error, addresses) => {
      if (error) return found(error, []);
      if (addresses.every(({ address }) => mayConnectTo(address))) return found(null, addresses);
      found(new PrivateAddress(`${name} has a private IP address.`), []);
    });

/** Checks the host of a URL if it is an IP address, because Node looks up names only. @throws PrivateAddress */
export function assertHostAllowed({ hostname }: URL, mayConnectTo: (address: string) => boolean): void {
  const name = hostname.replaceAll(/^\[|\]$/g, '');
  if (isIP(name) !== 0 && !mayConnectTo(name)) throw new PrivateAddress(`${name} is a private IP address.`);
}
