/**
 * Measures the CPU time of a send in the server and in PostgreSQL, compared with a tpcb-like transaction of pgbench. On
 * two fully used cores, these CPU times decide P1. Other work on the machine changes CPU times less than clock times.
 *
 *   npm run florin -- bench cost        ROUNDS=5 SECONDS=6 RIDERS=2000 CONNECTIONS=64
 */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { createProductDatabase, waitForHistory, startBenchServer } from './bench-database.ts';
import { stopChild } from './child.ts';
import { cpuSecondsOf } from './cpu-time.ts';
import { gatherCrowd } from './crowd.ts';
import { load, print, spread } from './figures.ts';
import { measure } from './measure.ts';
import { preparePgbench } from './pgbench.ts';
import type { What } from './requests.ts';
import { setting, startProduct } from './settings.ts';

const [rounds, seconds] = [setting('ROUNDS', 5), setting('SECONDS', 6)];
const [crowdSize, connections] = [setting('RIDERS', 2_000), setting('CONNECTIONS', 64)];
const port = 4711;

const server = await startBenchServer();
const database = await createProductDatabase(server, 'bench');
const riders = await gatherCrowd(database.ownerPool, database.address, crowdSize);
const pgbench = await preparePgbench(server, seconds);
const product = await startProduct(database, port);
try {
  const postmaster = Number(readFileSync(path.join(server.folder, 'postgres/postmaster.pid'), 'utf8').split('\n')[0]);
  const send = (what: What) => measure({ port, what, connections, seconds, riders });
  await waitForHistory(database.ownerPool);
  await send('send');

  const costs = { node: [] as number[], postgres: [] as number[], first: [] as number[], pgbench: [] as number[] };
  for (let round = 1; round <= rounds; round++) {
    const known = await costOf(() => send('send'));
    const first = await costOf(() => send('first-send'));
    const other = await costOf(async () => {
      const perSecond = await pgbench();
      return { perSecond, answered: perSecond * seconds };
    });
    costs.node.push(known.node);
    costs.postgres.push(known.postgres);
    costs.first.push(first.node + first.postgres);
    costs.pgbench.push(other.postgres);
    print(
      `round ${round}: send ${known.node.toFixed(0)} + ${known.postgres.toFixed(0)} µs (${known.perSecond.toFixed(0)}/s), ` +
        `first send ${first.node.toFixed(0)} + ${first.postgres.toFixed(0)} µs (${first.perSecond.toFixed(0)}/s), ` +
        `pgbench's PostgreSQL ${other.postgres.toFixed(0)} µs (${other.perSecond.toFixed(0)}/s), load ${load()}`,
    );
  }
  print(`CPU per send, µs: server ${spread(costs.node, 0)}, PostgreSQL ${spread(costs.postgres, 0)}`);
  print(`CPU per first payment to a member, µs: ${spread(costs.first, 0)}`);
  print(`CPU per tpcb-like transaction in PostgreSQL alone, µs: ${spread(costs.pgbench, 0)}`);

  async function costOf(work: () => Promise<{ perSecond: number; answered: number }>) {
    const before = { node: cpuSecondsOf(product.pid ?? 0), postgres: cpuSecondsOf(postmaster) };
    const { perSecond, answered } = await work();
    const micros = (after: number, from: number) => ((after - from) / answered) * 1e6;
    return {
      perSecond,
      node: micros(cpuSecondsOf(product.pid ?? 0), before.node),
      postgres: micros(cpuSecondsOf(postmaster), before.postgres),
    };
  }
} finally {
  await stopChild(product);
  await server.stop();
}
