import { Worker } from 'node:worker_threads';
import { endpoints } from '@florin/contract';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { createTestApp, type TestApp, type TestMember } from '../../../test/test-app.ts';
import { reportFigures } from '../../../test/reliability/figures.ts';

let florin: TestApp;
let ines: TestMember;
beforeAll(async () => {
  florin = await createTestApp();
  ines = await florin.signUp();
});
afterAll(() => florin.close());

async function guess(email: string): Promise<void> {
  const { statusCode } = await florin.app.http.inject({
    method: 'POST',
    url: `/api${endpoints.login.path}`,
    payload: { email, password: 'not the password' },
  });
  expect(statusCode).toBe(400);
}

const unknown = 'unknown@florin.example';

// Rules: security-5
test('an unknown address costs the same as a wrong password: one hash and the same statements', async () => {
  await guess(unknown); // creates the dummy hash
  expect(await workOf(() => guess(unknown))).toEqual(await workOf(() => guess(ines.user.email)));
  expect((await workOf(() => guess(unknown))).hashes).toBe(1);
});

/**
 * Returns the number of hashed passwords and the statements that ran. A hash that is retried in another thread counts
 * once.
 */
async function workOf(work: () => Promise<void>) {
  const posted = vi.spyOn(Worker.prototype, 'postMessage');
  const statements: string[] = [];
  const { pool } = florin.database;
  const query = pool.query.bind(pool);
  pool.query = ((statement: string, ...rest: unknown[]) => {
    statements.push(statement);
    return Reflect.apply(query, pool, [statement, ...rest]) as unknown;
  }) as typeof pool.query;
  try {
    await work();
    return { hashes: new Set(posted.mock.calls.map(([parameters]) => parameters)).size, statements };
  } finally {
    pool.query = query;
    posted.mockRestore();
  }
}

/** The trials run only with `npm run florin -- prove timing`. The usual tests do not depend on measured times. */
const trialCounts = process.env['FLORIN_TRIALS'] === undefined ? [] : [Number(process.env['FLORIN_TRIALS'])];

test.each(trialCounts)(
  'unknown and known addresses take the same time within 5 ms over %i trials',
  { timeout: 600_000 },
  async (trials) => {
    const times = { unknown: [] as number[], known: [] as number[] };
    for (let i = -20; i < trials; i++) {
      const order = Math.random() < 0.5 ? (['unknown', 'known'] as const) : (['known', 'unknown'] as const);
      for (const who of order) {
        const startedAt = performance.now();
        await guess(who === 'known' ? ines.user.email : unknown);
        if (i >= 0) times[who].push(performance.now() - startedAt);
      }
    }
    const figures = { means: differenceOf(times, mean), medians: differenceOf(times, median) };
    reportFigures('timing', {
      trials,
      'ms between the means': figures.means.toFixed(2),
      'ms between the medians': figures.medians.toFixed(2),
    });
    expect(Math.abs(figures.means)).toBeLessThan(5);
    expect(Math.abs(figures.medians)).toBeLessThan(5);
  },
);

const differenceOf = (times: { unknown: number[]; known: number[] }, figure: (all: number[]) => number) =>
  figure(times.unknown) - figure(times.known);
const mean = (all: number[]) => all.reduce((sum, one) => sum + one, 0) / all.length;
const median = (all: number[]) => all.toSorted((a, b) => a - b)[Math.floor(all.length / 2)] ?? Number.NaN;
