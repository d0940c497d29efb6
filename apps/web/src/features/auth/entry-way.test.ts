import { expect, test } from 'vitest';
import { wayOn } from './entry-way.ts';

test.each([
  [{}, '/dashboard'],
  [{ plan: 'pro' }, '/profile?plan=pro#plan'],
  [{ back: '/receive' }, '/receive'],
  [{ back: '/receive', plan: 'pro' }, '/receive'],
] as const)('signing in with %j opens %s', (way, path) => {
  expect(wayOn(way)).toBe(path);
});
