import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

/** A poll that gives up after the default of one second fails on a busy machine. */
const expect = { poll: { timeout: 30_000 } };

/**
 * The timeout only ends hanging tests. Some tests start several servers or read 25,000 files, while other work runs.
 */
const testTimeout = 300_000;

/**
 * Four workers are useful even on two cores, because a test waits a third of the time for a database, a process or a
 * clock.
 */
const maxWorkers = 4;

const server = {
  root: 'apps/server',
  globalSetup: fileURLToPath(new URL('apps/server/test/global-setup.ts', import.meta.url)),
  testTimeout,
  expect,
  hookTimeout: testTimeout,
  // All files share one load of the whole product, because separate loads take two fifths of the time. Each file has a
  // separate database and app, and no test may depend on the state of a module.
  isolate: false,
  maxWorkers,
};

/**
 * The models, storms and kills that run with one ledger and with two ledgers. The second run has fewer rounds and fewer
 * steps.
 */
const onTwoLedgers = [
  'test/{money-flows,one-call-per-key,two-ledgers}.test.ts',
  'test/reliability/{kill-*,limit-storm,trade-storm,wallet-storm}.test.ts',
  'test/reliability/{r1,r3,r4,r6,r9,r13,r17}-*.test.ts',
  'test/reliability/r8-injected.test.ts',
  'src/features/funding/cards/{crashes,storm}.test.ts',
];
const fewRounds = {
  FLORIN_COMMANDS: '10',
  FLORIN_CROSSINGS: '80',
  FLORIN_INJECTED: '20',
  FLORIN_KILLS: '1',
  FLORIN_KILL_STRIDE: '4',
  FLORIN_LOST_ANSWERS: '5',
  FLORIN_MODEL: '600',
  FLORIN_ROUNDS: '1',
  FLORIN_RUNS: '40',
  FLORIN_TRADES: '100',
};

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'packages',
          root: 'packages',
          include: ['*/{src,test}/**/*.test.ts'],
          testTimeout,
          hookTimeout: testTimeout,
          expect,
          isolate: false,
          maxWorkers,
        },
      },
      {
        test: {
          name: 'scripts',
          root: 'scripts',
          include: ['**/*.test.mjs'],
          testTimeout,
          hookTimeout: testTimeout,
          expect,
        },
      },
      { test: { ...server, name: 'server', include: ['{src,seed,rehearsal,database,test}/**/*.test.ts'] } },
      {
        test: {
          ...server,
          name: 'two-ledgers',
          include: onTwoLedgers,
          env: { FLORIN_TEST_LEDGERS: '2', ...fewRounds },
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
