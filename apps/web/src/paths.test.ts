import { expect, test } from 'vitest';
import { isOwnDocument } from './paths.ts';

test.each([
  '/',
  '/?from=mail',
  '/login',
  '/login?back=%2Fsend',
  '/Signup',
  '/forgot-password',
  '/reset-password/a',
  '/#plans',
])('%s is a document of its own', (href) => expect(isOwnDocument(href)).toBe(true));

test.each(['/dashboard', '/loginery', '/pay/login', '/no/such/page', '/send?to=login'])('%s is the app’s', (href) =>
  expect(isOwnDocument(href)).toBe(false),
);
