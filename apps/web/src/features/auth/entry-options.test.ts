import { expect, test } from 'vitest';
import { pathAfterSignIn } from './entry-options.ts';

test.each([
  [{}, '/dashboard'],
  [{ plan: 'pro' }, '/profile?plan=pro#plan'],
  [{ back: '/receive' }, '/receive'],
  [{ back: '/receive', plan: 'pro' }, '/receive'],
] as const)('signing in with %j opens %s', (options, path) => {
  expect(pathAfterSignIn(options)).toBe(path);
});
