import { expect, test } from 'vitest';
import { deviceOf } from './device.ts';
import { householdOf, maskedNetwork, networkOf, siteOf } from './network.ts';

test.each([
  ['Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', 'Firefox on Linux', 'desktop'],
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36',
    'Chrome on Windows',
    'desktop',
  ],
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36 Edg/140.0.0.0',
    'Edge on Windows',
    'desktop',
  ],
  [
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Safari/605.1.15',
    'Safari on Mac',
    'desktop',
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1',
    'Safari on iPhone',
    'phone',
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/140.0 Mobile/15E148 Safari/604.1',
    'Chrome on iPhone',
    'phone',
  ],
  [
    'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36',
    'Chrome on Android',
    'phone',
  ],
  [
    'Mozilla/5.0 (Linux; Android 15; SM-S931B) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/28.0 Chrome/130.0.0.0 Mobile Safari/537.36',
    'Samsung Internet on Android',
    'phone',
  ],
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/139.0.0.0 Safari/537.36 OPR/123.0.0.0',
    'Opera on Windows',
    'desktop',
  ],
  ['curl/8.9.1', 'An unknown device', 'other'],
  ['', 'An unknown device', 'other'],
  ['<script>alert(1)</script>', 'An unknown device', 'other'],
] as const)('the browser %s has the expected device name', (userAgent, name, kind) => {
  expect(deviceOf(userAgent)).toEqual({ name, kind });
});

test.each([
  ['203.0.113.77', '203.0.113', '203.0.113.x'],
  ['::ffff:203.0.113.77', '203.0.113', '203.0.113.x'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2', '2001:db8:1:x'],
  ['2001:db8::9:8:7:6', '2001:db8:0:0', '2001:db8:0:x'],
  ['2001:db8::1', '2001:db8:0:0', '2001:db8:0:x'],
  ['::1', '0:0:0:0', '0:0:0:x'],
])('%s belongs to the expected network, and the masked network hides its last part', (ip, network, masked) => {
  expect(networkOf(ip)).toBe(network);
  expect(maskedNetwork(ip)).toBe(masked);
});

test('addresses in one IPv6 /64 belong to one network in any spelling', () => {
  expect(networkOf('2001:db8::a:b:c:d')).toBe(networkOf('2001:db8::1'));
});

test.each(['::ffff:203.0.113.77', '::FFFF:203.0.113.77', '::ffff:cb00:714d', '0:0:0:0:0:ffff:cb00:714d'])(
  'an IPv4 address written as %s counts as IPv4',
  (ip) => {
    expect([networkOf(ip), householdOf(ip), siteOf(ip)]).toEqual(['203.0.113', '203.0.113', undefined]);
  },
);

test.each([
  ['2001:db8:1:2a3:4::5', '2001:db8:1:2/56', '2001:db8:1/48'],
  ['2001:0DB8:0001:02FF::9', '2001:db8:1:2/56', '2001:db8:1/48'],
  ['2001:db8:1::9', '2001:db8:1:0/56', '2001:db8:1/48'],
  ['fe80::1%eth0', 'fe80:0:0:0/56', 'fe80:0:0/48'],
])('%s belongs to the expected household and site', (ip, household, site) => {
  expect([householdOf(ip), siteOf(ip)]).toEqual([household, site]);
});
