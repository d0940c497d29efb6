/**
 * P10: compares purchases and sales with sends over HTTP, in turn, ROUNDS times; each round gives one ratio. All
 * members trade the same coin, which is the worst case for its stock.
 *
 *   npm run florin -- bench trades        ROUNDS=5 SECONDS=8 RIDERS=2000 CONNECTIONS=64
 */
import { createProductDatabase, waitForHistory, startBenchServer } from './bench-database.ts';
import { stopChild } from './child.ts';
import { gatherCrowd } from './crowd.ts';
import { load, median, print, spread } from './figures.ts';
import { measure } from './measure.ts';
import type { What } from './requests.ts';
import { expectCleanSweep, setting, startProduct } from './settings.ts';

const [rounds, seconds] = [setting('ROUNDS', 5), setting('SECONDS', 8)];
const [crowdSize, connections] = [setting('RIDERS', 2_000), setting('CONNECTIONS', 64)];
const port = 4711;

const server = await startBenchServer();
const database = await createProductDatabase(server, 'bench');
const riders = await gatherCrowd(database.ownerPool, database.address, crowdSize);
const product = await startProduct(database, port);
try {
  const run = (what: What) => measure({ port, what, connections, seconds, riders });
  print(
    `warming up; ${rounds} rounds of ${seconds} s each, ${connections} connections, ${crowdSize} members, load ${load()}`,
  );
  await waitForHistory(database.ownerPool);
  await run('send');
  await run('buy');
  const ratios = { buy: [] as number[], sell: [] as number[] };
  const perSecond = { send: [] as number[], buy: [] as number[], sell: [] as number[] };
  for (let round = 1; round <= rounds; round++) {
    const figures = { send: await run('send'), buy: await run('buy'), sell: await run('sell') };
    for (const what of ['send', 'buy', 'sell'] as const) perSecond[what].push(figures[what].perSecond);
    for (const what of ['buy', 'sell'] as const) ratios[what].push(figures.send.perSecond / figures[what].perSecond);
    const line = Object.entries(figures).map(
      ([what, { perSecond: rate, p50, failed }]) => `${what} ${rate.toFixed(0)}/s (p50 ${p50} ms, ${failed} failed)`,
    );
    print(`round ${round}: ${line.join(', ')}, load ${load()}`);
  }
  const rates = Object.entries(perSecond).map(([what, values]) => `${what} ${median(values).toFixed(0)}`);
  print(`per second: ${rates.join(', ')}`);
  print(`P10 a purchase / a send: ${spread(ratios.buy)}`);
  print(`P10 a sale / a send:     ${spread(ratios.sell)}`);
  await expectCleanSweep(database);
} finally {
  await stopChild(product);
  await server.stop();
}
