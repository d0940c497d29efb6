import { expect, test } from 'vitest';
import { isOwnDocument, loginPathFrom } from './paths.ts';

test.each([
  '/',
  '/?from=mail',
  '/login',
  '/login?back=%2Fsend',
  '/Signup',
  '/forgot-password',
  '/reset-password/a',
  '/#plans',
])('%s has its own document', (href) => expect(isOwnDocument(href)).toBe(true));

test.each(['/dashboard', '/loginery', '/pay/login', '/no/such/page', '/send?to=login'])(
  '%s belongs to the app document',
  (href) => expect(isOwnDocument(href)).toBe(false),
);

test.each([
  ['/dashboard', '', '/login'],
  ['/send', '?to=jonas@florin.example', '/login'],
  ['/pay/ines@florin.example', '', '/login?back=%2Fpay%2Fines%40florin.example'],
  ['/pay/ines@florin.example', '?request=r1', '/login?back=%2Fpay%2Fines%40florin.example%3Frequest%3Dr1'],
  ['/', '', undefined],
  ['/confirm-email', '', undefined],
  ['/confirm-email-change/', '', undefined],
])('a session that expires on %s%s redirects to %s', (pathname, search, target) =>
  expect(loginPathFrom({ pathname, search })).toBe(target),
);
