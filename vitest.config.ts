import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

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
          isolate: false,
          maxWorkers,
        },
      },
      { test: { name: 'scripts', root: 'scripts', include: ['**/*.test.mjs'] } },
      {
        test: {
          name: 'server',
          root: 'apps/server',
          include: ['{src,seed,database,test}/**/*.test.ts'],
          globalSetup: fileURLToPath(new URL('apps/server/test/global-setup.ts', import.meta.url)),
          testTimeout: 60_000,
          hookTimeout: 120_000,
          // The whole product is loaded once for all files and not once for each: two fifths of the time. Each has a
          // database and an app of its own; what a module keeps for a process is not a test's to lean on.
          isolate: false,
          maxWorkers,
        },
      },
      'apps/web/vitest.config.{ts,mts}',
    ],
    maxWorkers,
    passWithNoTests: false,
    coverage: { provider: 'v8', include: ['packages/*/src/**', 'apps/*/src/**'] },
  },
});
