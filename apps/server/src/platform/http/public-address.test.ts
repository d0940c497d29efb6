import { expect, test } from 'vitest';
import { isPublicAddress } from './public-address.ts';

// Rules: asvs-13.2.4
test.each(['8.8.8.8', '142.250.184.10', '2606:4700::1111', '::ffff:8.8.8.8'])(
  'accepts the public address %s',
  (address) => expect(isPublicAddress(address)).toBe(true),
);

test.each([
  '127.0.0.1',
  '10.1.2.3',
  '172.31.255.255',
  '192.168.1.1',
  '169.254.169.254',
  '100.64.0.1',
  '0.0.0.0',
  '224.0.0.1',
  '255.255.255.255',
  '::1',
  '::',
  'fe80::1',
  'fd00::1',
  '::ffff:127.0.0.1',
  '::ffff:7f00:1',
  '::ffff:0:7f00:1',
  '64:ff9b::7f00:1',
  'localhost',
])('rejects the non-public address %s', (address) => expect(isPublicAddress(address)).toBe(false));
