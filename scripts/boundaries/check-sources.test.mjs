import { describe, expect, test } from 'vitest';
import { checkSources } from './check-sources.mjs';
import { sourceFiles } from './sources.mjs';

describe('the check of all sources', () => {
  test.each([
    ['packages/money/src', 'ts'],
    ['apps/server/src/ledger', 'ts'],
    ['apps/server/seed', 'ts'],
    ['apps/web/src/features/email', 'tsx'],
    ['apps/web/test', 'ts'],
    ['e2e/pictures', 'ts'],
    ['bench', 'ts'],
    ['scripts/launch', 'mjs'],
  ])('rejects a cycle of types in %s', (folder, kind) => {
    const sources = new Map([
      [`${folder}/one.${kind}`, `import type { Other } from './other.${kind}'`],
      [`${folder}/other.${kind}`, `export { type One } from './one.${kind}'`],
    ]);
    expect(checkSources(sources)).toEqual([
      `These files import each other in a cycle. Move the shared part to another file:\n  ${folder}/one.${kind}\n  ${folder}/other.${kind}`,
    ]);
  });

  test('the boundaries check names the file that breaks a rule', () => {
    const sources = new Map([['packages/money/src/fee.ts', `import { z } from 'zod'`]]);
    expect(checkSources(sources)).toEqual(['packages/money/src/fee.ts imports zod, which money must not use']);
  });

  test('the boundaries check covers every folder with sources', () => {
    const folders = new Set(sourceFiles().map((file) => file.split('/')[0]));
    expect(folders).toEqual(new Set(['apps', 'bench', 'e2e', 'packages', 'scripts', 'vitest.config.ts']));
  });
});
