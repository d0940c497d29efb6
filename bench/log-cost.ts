import { fileURLToPath } from 'node:url';
import { setTimeout as sleep } from 'node:timers/promises';
import { createProductDatabase, waitForHistory, type BenchDatabase, type BenchServer } from './bench-database.ts';
import { startChild, stopChild } from './child.ts';
import { gatherCrowd } from './crowd.ts';
import { load, print, spread } from './figures.ts';
import { measure } from './measure.ts';
import { expectCleanSweep, startProduct } from './settings.ts';

type Job = {
  readonly rounds: number;
  readonly seconds: number;
  readonly members: number;
  readonly connections: number;
};

/**
 * Compares sends with the log's jobs and without the jobs, each with a separate server and book: off, on, on, off in
 * each round. After a window with the jobs, waits until the log has all its entries.
 */
export async function measureLogCost(server: BenchServer, { rounds, seconds, members, connections }: Job) {
  const sides = { off: await openSide(server, 'off', 4711, members), on: await openSide(server, 'on', 4712, members) };
  try {
    const sends = async ({ port, riders }: Side) =>
      (await measure({ port, what: 'send', connections, seconds: seconds / 2, riders })).perSecond;
    const catchUps: number[] = [];
    const sendsLogged = async () => {
      const perSecond = await sends(sides.on);
      catchUps.push(await untilLogged(sides.on.database));
      return perSecond;
    };
    for (const side of [sides.off, sides.on]) await waitForHistory(side.database.ownerPool);
    await sends(sides.off);
    await sendsLogged();
    const before = await writtenByLog(sides.on.database);
    const ratios: number[] = [];
    for (let round = 1; round <= rounds; round++) {
      const windows = { off: await sends(sides.off), on: await sendsLogged() };
      windows.on += await sendsLogged();
      windows.off += await sends(sides.off);
      ratios.push(windows.on / windows.off);
      print(
        `round ${round}: sends per second ${(windows.off / 2).toFixed(0)} without the log, ` +
          `${(windows.on / 2).toFixed(0)} with it; load ${load()}`,
      );
    }
    const after = await writtenByLog(sides.on.database);
    print(`sends with the log's jobs / without: ${spread(ratios)}`);
    print(`seconds until the log had the sends of ${seconds / 2} s: ${spread(catchUps, 1)}`);
    print(`bytes of the log per entry: ${((after.bytes - before.bytes) / (after.size - before.size)).toFixed(0)}`);
    for (const { database } of [sides.off, sides.on]) await expectCleanSweep(database);
  } finally {
    await Promise.all([sides.off, sides.on].map(({ product }) => stopChild(product)));
  }
}

type Side = Awaited<ReturnType<typeof openSide>>;

async function openSide(server: BenchServer, log: 'on' | 'off', port: number, members: number) {
  const database = await createProductDatabase(server, `log_${log}`);
  await stopChild(await startProduct(database, port)); // the first start says whose database it is
  const riders = await gatherCrowd(database.ownerPool, database.address, members);
  const env = { DATABASE_URL: database.url, FLORIN_SEED: 'off', FLORIN_RATE_LIMITS: 'off', PORT: String(port) };
  const script = fileURLToPath(new URL('log-server.ts', import.meta.url));
  const product = await startChild(script, { ...env, LOG: log }, `http://127.0.0.1:${port}/healthz`);
  return { database, riders, port, product };
}

/** Waits until the log has all entries of the journal. Returns the seconds of the wait. */
export async function untilLogged({ ownerPool }: BenchDatabase): Promise<number> {
  const began = performance.now();
  for (;;) {
    const { rows } = await ownerPool.query<{ done: boolean }>(
      'select (select size from log_heads) >= (select count(*) from books.entries) as done',
    );
    if (rows[0]?.done) return (performance.now() - began) / 1_000;
    await sleep(250);
  }
}

/** Returns the entries of the log, and the bytes of its tables and indexes after a vacuum. */
async function writtenByLog({ ownerPool }: BenchDatabase): Promise<{ size: number; bytes: number }> {
  await ownerPool.query('vacuum log_bundles, log_tiles, log_ranges, log_heads, log_progress');
  const { rows } = await ownerPool.query<{ size: bigint; bytes: string }>(
    `select size, (select sum(pg_total_relation_size(name::regclass))
                   from unnest('{log_bundles,log_tiles,log_ranges,log_heads,log_progress}'::text[]) name) as bytes
     from log_heads`,
  );
  return { size: Number(rows[0]?.size), bytes: Number(rows[0]?.bytes) };
}
