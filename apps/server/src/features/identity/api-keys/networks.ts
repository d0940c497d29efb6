import { BlockList, isIPv4, isIPv6 } from 'node:net';

/** Returns whether an address is in one of the networks (CIDR notation, or single addresses). No networks allow all. */
export function isInNetworks(networks: readonly string[], ip: string): boolean {
  if (networks.length === 0) return true;
  const list = new BlockList();
  for (const network of networks) {
    const [address = '', bits] = network.split('/');
    const family = isIPv4(address) ? 'ipv4' : 'ipv6';
    if (bits === undefined) list.addAddress(address, family);
    else list.addSubnet(address, Number(bits), family);
  }
  const [address = ip] = ip.split('%'); // without the zone
  if (isIPv4(address)) return list.check(address);
  return isIPv6(address) && list.check(address, 'ipv6');
}
