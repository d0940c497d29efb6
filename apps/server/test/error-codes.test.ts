import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { refusalStatus } from '@florin/contract';
import { expect, test } from 'vitest';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const folders = ['apps/server/{src,seed,test,database}/**/*.test.ts', 'e2e/*.spec.ts'];
const tests = folders
  .flatMap((pattern) => globSync(pattern, { cwd: root }))
  .filter((file) => !file.endsWith('error-codes.test.ts'))
  .map((file) => readFileSync(root + file, 'utf8'));

test('every error code of the contract is named in a test of the server', () => {
  const named = new Set(tests.flatMap((text) => text.match(/\b[a-z]+(?:_[a-z]+)*\b/g) ?? []));
  expect(Object.keys(refusalStatus).filter((code) => !named.has(code))).toEqual([]);
});
