import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

/** A poll that gives up after the default of one second fails on a busy machine. */
const expect = { poll: { timeout: 30_000 } };

/** Also where there are two cores: a third of the time a test waits for a database, a process or a clock. */
const maxWorkers = 4;

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'packages',
          root: 'packages',
          include: ['*/{src,test}/**/*.test.ts'],
          testTimeout: 60_000, // for property tests while other work runs
          expect,
          isolate: false,
          maxWorkers,
        },
      },
      { test: { name: 'scripts', root: 'scripts', include: ['**/*.test.mjs'], expect } },
      {
        test: {
          name: 'server',
          root: 'apps/server',
          include: ['{src,seed,rehearsal,database,test}/**/*.test.ts'],
          globalSetup: fileURLToPath(new URL('apps/server/test/global-setup.ts', import.meta.url)),
          testTimeout: 60_000,
          expect,
          hookTimeout: 120_000,
          // The whole product is loaded once for all files and not once for each: two fifths of the time. Each file has
          // its own database and app, and no test may depend on the state of a module.
          isolate: false,
          maxWorkers,
        },
      },
      'apps/web/vitest.config.ts',
      'apps/web/vitest.alone.config.ts',
    ],
    maxWorkers,
    passWithNoTests: false,
    coverage: { provider: 'v8', include: ['packages/*/src/**', 'apps/*/src/**'] },
  },
});
