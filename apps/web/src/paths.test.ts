import { expect, test } from 'vitest';
import { handleIn, isOwnDocument, loginPathFrom, withoutHandle } from './paths.ts';

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
  ['/b/acme/send', '?to=jonas@florin.example', '/login'],
  [
    '/b/acme/pay/ines@florin.example',
    '?request=r1',
    '/login?back=%2Fb%2Facme%2Fpay%2Fines%40florin.example%3Frequest%3Dr1',
  ],
  ['/', '', undefined],
  ['/confirm-email', '', undefined],
  ['/confirm-email-change/', '', undefined],
])('a session that expires on %s%s redirects to %s', (pathname, search, target) =>
  expect(loginPathFrom({ pathname, search })).toBe(target),
);

test.each([
  ['/b/acme/dashboard', 'acme', '/dashboard'],
  ['/b/acme-2/crypto/BTC?range=1m', 'acme-2', '/crypto/BTC?range=1m'],
  ['/b/acme', 'acme', '/'],
  ['/b/acme?from=mail', 'acme', '/?from=mail'],
  ['/dashboard', undefined, '/dashboard'],
  ['/business/new', undefined, '/business/new'],
  ['/b/', undefined, '/b/'],
  ['/pay/b/acme/x', undefined, '/pay/b/acme/x'],
])('%s shows the account %s and the screen %s', (path, handle, screen) => {
  expect(handleIn(path)).toBe(handle);
  expect(withoutHandle(path)).toBe(screen);
});
