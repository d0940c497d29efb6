/**
 * P8, P9 and P13: compares two books and measures the whole sweep of the large book. The large book has a million
 * members and ten million postings. The small book has a thousand members and ten thousand postings. Both books are on
 * one PostgreSQL, each with its own server.
 *
 * P9 has one client that queries both servers in turn, a quarter of a second each, after both servers have warmed up.
 * After the warm-up the small book has grown, but its members' history pages are as full as in the large book. P8 has
 * windows long enough for background work, in the order small, large, large, small. So position, drift, and leftover
 * work affect both sides.
 *
 *   npm run florin -- bench size        MEMBERS=1000000 POSTINGS=10000000 ROUNDS=5 SECONDS=20
 */
import type { ChildProcess } from 'node:child_process';
import { createProductDatabase, waitForHistory, startBenchServer } from './bench-database.ts';
import { writeBook } from './big-book.ts';
import { stopChild } from './child.ts';
import { load, print, spread } from './figures.ts';
import { measure, measureAlternating } from './measure.ts';
import { setting, startProduct } from './settings.ts';

const [rounds, seconds, connections] = [setting('ROUNDS', 5), setting('SECONDS', 20), setting('CONNECTIONS', 64)];
const sizes = {
  small: { members: 1_000, postings: 10_000, riders: 1_000 },
  large: { members: setting('MEMBERS', 1_000_000), postings: setting('POSTINGS', 10_000_000), riders: 2_000 },
};
const ports = { small: 4711, large: 4714 };

const server = await startBenchServer();
const products: ChildProcess[] = [];
try {
  const books = { small: await openBook('small'), large: await openBook('large') };
  const sides = [
    { port: ports.small, riders: books.small.riders },
    { port: ports.large, riders: books.large.riders },
  ] as const;
  const [small, large] = sides;
  /** The number of members is the same as in the small book, so only the book differs. */
  const largeAsMany = { ...large, riders: large.riders.slice(0, small.riders.length) };
  const sendsPerSecond = async (side: typeof small) =>
    (await measure({ ...side, what: 'send', connections, seconds })).perSecond;

  await printSize('large');
  const sweeps = { run: [] as number[], exact: [] as number[] };
  for (let round = 0; round < 3; round++) {
    sweeps.run.push(await secondsOf(`select ledger.run_sweep(true) as findings`));
    sweeps.exact.push(await secondsOf(`select count(*) as findings from ledger.sweep()`));
  }
  print(`P13 whole sweep: ${spread(sweeps.run)} s; the exact one that names rows: ${spread(sweeps.exact)} s`);

  for (const side of sides) await measure({ ...side, what: 'send', connections, seconds: 8 });
  await printSize('small');
  const p9 = { history: [] as number[], balance: [] as number[], send: [] as number[] };
  for (let round = 1; round <= rounds; round++) {
    const lines = [];
    for (const what of ['history', 'balance', 'send'] as const) {
      const { p50 } = await measureAlternating({ sides, what, seconds: 8 });
      p9[what].push(p50[1] / p50[0]);
      lines.push(`${what} ${p50[0]} and ${p50[1]} ms`);
    }
    print(`round ${round}: ${lines.join(', ')}; load ${load()}`);
  }
  for (const what of ['send', 'history', 'balance'] as const) print(`P9 p50 of ${what}: ${spread(p9[what])}`);

  for (const [of, many] of [
    ['the same number of members', largeAsMany],
    ['twice as many', large],
  ] as const) {
    const p8 = [];
    for (let round = 1; round <= rounds; round++) {
      const there = [await sendsPerSecond(small), await sendsPerSecond(many)] as const;
      const back = [await sendsPerSecond(many), await sendsPerSecond(small)] as const;
      p8.push((there[1] + back[0]) / (there[0] + back[1]));
      print(
        `round ${round}: ${[...there, ...back].map((perSecond) => perSecond.toFixed(0)).join(', ')} sends/s; load ${load()}`,
      );
    }
    print(`P8 sends with many accounts / few, ${of} active: ${spread(p8)}`);
  }

  async function printSize(which: 'small' | 'large') {
    const { rows } = await books[which].database.ownerPool.query<{ postings: bigint; accounts: bigint; bytes: string }>(
      `select (select count(*) from books.postings) as postings, (select count(*) from books.accounts) as accounts,
              pg_size_pretty(pg_database_size(current_database())) as bytes`,
    );
    print(
      `the ${which} book: ${rows[0]?.accounts} accounts, ${rows[0]?.postings} postings, ${rows[0]?.bytes}; load ${load()}`,
    );
  }
  async function secondsOf(sql: string): Promise<number> {
    const begun = performance.now();
    const result = await books.large.database.ownerPool.query<{ findings: bigint | number }>(sql);
    if (Number(result.rows[0]?.findings) !== 0) throw new Error('the sweep of the large book has findings');
    return (performance.now() - begun) / 1_000;
  }
} finally {
  await Promise.all(products.map(stopChild));
  await server.stop();
}

async function openBook(which: 'small' | 'large') {
  const begun = performance.now();
  const database = await createProductDatabase(server, `book_${which}`);
  const riders = await writeBook(database, sizes[which]);
  // Marks the book as swept. Otherwise the first minute's sweep would check the whole book at once.
  await database.ownerPool.query('select ledger.run_sweep(false)');
  print(`${which} book written in ${((performance.now() - begun) / 1_000).toFixed(0)} s`);
  products.push(await startProduct(database, ports[which]));
  await waitForHistory(database.ownerPool);
  return { database, riders };
}
