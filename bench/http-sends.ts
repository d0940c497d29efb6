/**
 * P1, P2, P3 and P7: compares HTTP sends of the product with four alternatives: pgbench's tpcb-like transactions, the
 * naive baseline over HTTP, servers that answer a constant, and the product without the fee posting. All alternatives
 * run in turn on one PostgreSQL, ROUNDS times; each round gives one ratio.
 *
 *   npm run florin -- bench sends        ROUNDS=5 SECONDS=8 RIDERS=2000 CONNECTIONS=64
 */
import type { ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { createProductDatabase, waitForHistory, startBenchServer, type BenchDatabase } from './bench-database.ts';
import { startChild, stopChild } from './child.ts';
import { gatherCrowd } from './crowd.ts';
import { load, median, print, spread } from './figures.ts';
import type { LoadResult } from './load.ts';
import { measure } from './measure.ts';
import { createNaiveTables } from './naive-schema.ts';
import { preparePgbench } from './pgbench.ts';
import type { What } from './requests.ts';
import { expectCleanSweep, mainScript, setting } from './settings.ts';

const [rounds, seconds] = [setting('ROUNDS', 5), setting('SECONDS', 8)];
const [crowdSize, connections] = [setting('RIDERS', 2_000), setting('CONNECTIONS', 64)];
const productOrigin = 'http://127.0.0.1:4711';
const naiveOrigin = 'http://127.0.0.1:4712';
const feelessOrigin = 'http://127.0.0.1:4713';
const here = (name: string) => fileURLToPath(new URL(name, import.meta.url));

const server = await startBenchServer();
const children: ChildProcess[] = [];
try {
  const database = await createProductDatabase(server, 'bench');
  const riders = await gatherCrowd(database.ownerPool, database.address, crowdSize);
  await createNaiveTables(database.ownerPool);
  const pgbench = await preparePgbench(server, seconds);

  const env = { DATABASE_URL: database.url, FLORIN_SEED: 'off', FLORIN_RATE_LIMITS: 'off' };
  const start = async (...args: Parameters<typeof startChild>) => children.push(await startChild(...args));
  await start(mainScript, { ...env, PORT: '4711' }, `${productOrigin}/healthz`);
  await start(here('without-fee-server.ts'), { ...env, PORT: '4713' }, `${feelessOrigin}/healthz`);
  await start(here('naive-server.ts'), { ...env, PORT: '4712' }, naiveOrigin);

  const from = (origin: string, what: What) =>
    measure({ port: Number(new URL(origin).port), what, connections, seconds, riders });
  const send = () => from(productOrigin, 'send');
  const feelessSend = () => from(feelessOrigin, 'send');
  const naiveSend = () => from(naiveOrigin, 'send');
  const constant = () => from(naiveOrigin, 'constant');
  const ownConstant = () => from(productOrigin, 'plans');
  print(
    `warming up; ${rounds} rounds of ${seconds} s each, ${connections} connections, ${crowdSize} members, load ${load()}`,
  );
  await waitForHistory(database.ownerPool);
  await send();
  await feelessSend();
  await assertFeeless(database);
  await naiveSend();

  const results = {
    send: [] as LoadResult[],
    feeless: [] as number[],
    naive: [] as number[],
    constant: [] as number[],
    ownConstant: [] as number[],
    pgbench: [] as number[],
  };
  for (let round = 1; round <= rounds; round++) {
    const figures = {
      send: await send(),
      feeless: await feelessSend(),
      naive: await naiveSend(),
      constant: await constant(),
      ownConstant: await ownConstant(),
      pgbench: await pgbench(),
    };
    results.send.push(figures.send);
    results.feeless.push(figures.feeless.perSecond);
    results.naive.push(figures.naive.perSecond);
    results.constant.push(figures.constant.perSecond);
    results.ownConstant.push(figures.ownConstant.perSecond);
    results.pgbench.push(figures.pgbench);
    print(
      `round ${round}: send ${figures.send.perSecond.toFixed(0)}/s (p50 ${figures.send.p50} ms, p99 ${figures.send.p99} ms, ` +
        `${figures.send.failed} failed), without fee ${figures.feeless.perSecond.toFixed(0)}/s, naive ${figures.naive.perSecond.toFixed(0)}/s, ` +
        `constant ${figures.constant.perSecond.toFixed(0)}/s, the product's own ${figures.ownConstant.perSecond.toFixed(0)}/s, pgbench ${figures.pgbench.toFixed(0)}/s, load ${load()}`,
    );
  }
  const ratios = (others: readonly number[]) => results.send.map(({ perSecond }, i) => perSecond / (others[i] ?? 0));
  print(`sends per second: ${median(results.send.map((one) => one.perSecond)).toFixed(0)}`);
  print(`P1 sends / pgbench tpcb-like, 16 clients: ${spread(ratios(results.pgbench))}`);
  print(`P2 sends / naive baseline over HTTP:      ${spread(ratios(results.naive))}`);
  print(`P3 sends / constant answer over HTTP:     ${spread(ratios(results.constant))}`);
  print(`   sends / the product's own constant:    ${spread(ratios(results.ownConstant))}`);
  print(`P7 sends / sends without the fee posting: ${spread(ratios(results.feeless))}`);

  await expectCleanSweep(database);
} finally {
  await Promise.all(children.map(stopChild));
  await server.stop();
}

/**
 * Checks that the server without fees really removes the fee lines. That server patches the point where batches go to
 * the database. If the point moved, P7 would compare equal servers.
 */
async function assertFeeless({ ownerPool }: BenchDatabase) {
  const { rows } = await ownerPool.query(
    `select from ledger.journal_entries where kind = 'send' and postings = 3 limit 1`,
  );
  if (rows.length === 0)
    throw new Error(
      'the server without fees has posted fees: adapt without-fee-server.ts to the current database call',
    );
}
