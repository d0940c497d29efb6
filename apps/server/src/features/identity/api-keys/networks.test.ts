import { expect, test } from 'vitest';
import { isInNetworks } from './networks.ts';

test.each([
  ['no networks', [], '203.0.113.7', true],
  ['a single address', ['203.0.113.7'], '203.0.113.7', true],
  ['another single address', ['203.0.113.7'], '203.0.113.8', false],
  ['an IPv4 network', ['203.0.113.0/24'], '203.0.113.255', true],
  ['outside of an IPv4 network', ['203.0.113.0/24'], '203.0.114.0', false],
  ['a network named by one of its addresses', ['203.0.113.9/24'], '203.0.113.1', true],
  ['an IPv4 address that a proxy passes on as IPv6', ['203.0.113.0/24'], '::ffff:203.0.113.7', true],
  ['an IPv6 network', ['2001:db8::/32'], '2001:db8:1::5', true],
  ['outside of an IPv6 network', ['2001:db8::/32'], '2001:db9::1', false],
  ['an IPv6 address with its zone', ['fe80::/10'], 'fe80::1%eth0', true],
  ['the second of two networks', ['10.0.0.0/8', '::1'], '::1', true],
  ['an IPv4 address against an IPv6 network', ['2001:db8::/32'], '203.0.113.7', false],
  ['nonsense', ['0.0.0.0/0'], 'nonsense', false],
])('decides whether an address is in the networks of a key: %s', (_, networks, ip, expected) => {
  expect(isInNetworks(networks, ip)).toBe(expected);
});
