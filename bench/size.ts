/**
 * P8, P9 and P13: what a million members and ten million postings change against a thousand and ten thousand, and how long
 * the whole sweep takes over them. Both books are on one PostgreSQL, each with a server of its own, asked in turn: for P8
 * a second at a time, for P9 by one client, a quarter of a second at a time. What one leaves to be done in the background
 * falls into the turns of both.
 *
 *   npm run bench:size        MEMBERS=1000000 POSTINGS=10000000 ROUNDS=5 SECONDS=8
 */
import type { ChildProcess } from 'node:child_process';
import type { AlternatingJob } from './alternating-load.ts';
import { createProductDatabase, historyIsThere, startBenchServer } from './bench-database.ts';
import { writeBook } from './big-book.ts';
import { stopChild } from './child.ts';
import { load, print, spread } from './figures.ts';
import { measure, measureAlternating } from './measure.ts';
import type { What } from './requests.ts';
import { setting, startProduct } from './settings.ts';

const [rounds, seconds, connections] = [setting('ROUNDS', 5), setting('SECONDS', 8), setting('CONNECTIONS', 64)];
const sizes = {
  small: { members: 1_000, postings: 10_000, riders: 1_000 },
  large: { members: setting('MEMBERS', 1_000_000), postings: setting('POSTINGS', 10_000_000), riders: 2_000 },
};
const ports = { small: 4711, large: 4714 };

const server = await startBenchServer();
const products: ChildProcess[] = [];
try {
  const books = { small: await openBook('small'), large: await openBook('large') };
  const small = { port: ports.small, riders: books.small.riders };
  const large = { port: ports.large, riders: books.large.riders };
  /** As many as there are in the small book: what differs then is the book alone. */
  const largeAsMany = { ...large, riders: large.riders.slice(0, small.riders.length) };
  const inTurn = (many: typeof large, what: What, pace: Pick<AlternatingJob, 'connections' | 'turnMs'>) =>
    measureAlternating({ sides: [small, many], what, seconds, ...pace });

  const { rows } = await books.large.database.ownerPool.query<{ postings: bigint; accounts: bigint; bytes: string }>(
    `select (select count(*) from ledger.postings) as postings, (select count(*) from ledger.accounts) as accounts,
            pg_size_pretty(pg_database_size(current_database())) as bytes`,
  );
  print(
    `the large book: ${rows[0]?.accounts} accounts, ${rows[0]?.postings} postings, ${rows[0]?.bytes}; load ${load()}`,
  );
  const sweeps = { run: [] as number[], exact: [] as number[] };
  for (let round = 0; round < 3; round++) {
    sweeps.run.push(await secondsOf(`select ledger.run_sweep(true) as findings`));
    sweeps.exact.push(await secondsOf(`select count(*) as findings from ledger.sweep()`));
  }
  print(`P13 whole sweep: ${spread(sweeps.run)} s; the exact one that names rows: ${spread(sweeps.exact)} s`);

  for (const { port, riders } of [small, large]) await measure({ port, what: 'send', connections, seconds, riders });
  const p8 = { same: [] as number[], twice: [] as number[] };
  const p9 = { send: [] as number[], history: [] as number[], balance: [] as number[] };
  for (let round = 1; round <= rounds; round++) {
    const lines = [];
    for (const [which, many] of [
      ['same', largeAsMany],
      ['twice', large],
    ] as const) {
      const { perSecond } = await inTurn(many, 'send', { connections, turnMs: 1_000 });
      p8[which].push(perSecond[1] / perSecond[0]);
      lines.push(`${perSecond[0].toFixed(0)} and ${perSecond[1].toFixed(0)} sends/s`);
    }
    for (const what of ['send', 'history', 'balance'] as const) {
      const { p50 } = await inTurn(large, what, { connections: 1, turnMs: 250 });
      p9[what].push(p50[1] / p50[0]);
      lines.push(`${what} ${p50[0]} and ${p50[1]} ms`);
    }
    print(`round ${round}: ${lines.join(', ')}; load ${load()}`);
  }
  print(`P8 sends with many accounts / few, the same number of members at work: ${spread(p8.same)}`);
  print(`   twice as many at work:                                             ${spread(p8.twice)}`);
  for (const what of ['send', 'history', 'balance'] as const) print(`P9 p50 of ${what}: ${spread(p9[what])}`);

  async function secondsOf(sql: string): Promise<number> {
    const begun = performance.now();
    const result = await books.large.database.ownerPool.query<{ findings: bigint | number }>(sql);
    if (Number(result.rows[0]?.findings) !== 0) throw new Error('the sweep found something');
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
  // As the servers of a book that grew would have done minute by minute; else the first minute of this one has it all.
  await database.ownerPool.query('select ledger.run_sweep(false)');
  print(`${which} book written in ${((performance.now() - begun) / 1_000).toFixed(0)} s`);
  products.push(await startProduct(database, ports[which]));
  await historyIsThere(database.ownerPool);
  return { database, riders };
}
