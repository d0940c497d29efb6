/**
 * P6, P12 and P14: payments to one member compared with spread payments; disk bytes per send; and two server processes
 * compared with one. Each of the two has all connections, or half of the connections. The benchmark also measures a
 * single process with half of the connections. It runs ROUNDS rounds. Each round runs all cases forward and back, so
 * the order favors no case, and gives one ratio.
 *
 *   npm run florin -- bench sharing        ROUNDS=5 SECONDS=8 RIDERS=2000 CONNECTIONS=64
 */
import { createProductDatabase, waitForHistory, startBenchServer } from './bench-database.ts';
import { stopChild } from './child.ts';
import { gatherCrowd } from './crowd.ts';
import { load, print, spread } from './figures.ts';
import type { LoadJob } from './load.ts';
import { measure } from './measure.ts';
import type { What } from './requests.ts';
import { expectCleanSweep, setting, startProduct } from './settings.ts';

const [rounds, seconds] = [setting('ROUNDS', 5), setting('SECONDS', 8)];
const [crowdSize, connections] = [setting('RIDERS', 2_000), setting('CONNECTIONS', 64)];
const [port, otherPort] = [4711, 4714];

const server = await startBenchServer();
const database = await createProductDatabase(server, 'bench');
const riders = await gatherCrowd(database.ownerPool, database.address, crowdSize);
const products = [await startProduct(database, port), await startProduct(database, otherPort)];
try {
  const [one, other, both] = [{ port }, { port: otherPort }, { port, otherPort }];
  const run = async (what: What, at: Pick<LoadJob, 'port' | 'otherPort'>, many = connections) =>
    (await measure({ ...at, what, connections: many, seconds: seconds / 2, riders })).perSecond;
  await waitForHistory(database.ownerPool);
  print(
    `warming up; ${rounds} rounds of ${seconds} s each, ${connections} connections, ${crowdSize} members, load ${load()}`,
  );
  await run('send', one);
  await run('send', other);

  const windows = {
    all: () => run('send', one),
    toOne: () => run('one-recipient', one),
    each: () => run('send', both, connections * 2),
    between: () => run('send', both),
    half: () => run('send', one, connections / 2),
  };
  // These cases run after the first `all`. The bytes are counted before and after that `all`.
  const thereAndBack = ['toOne', 'each', 'between', 'half', 'half', 'between', 'each', 'toOne', 'all'] as const;
  const ratios = { toOne: [] as number[], each: [] as number[], between: [] as number[], half: [] as number[] };
  const bytes: number[] = [];
  let parts: ReturnType<typeof grown> = [];
  for (let round = 1; round <= rounds; round++) {
    const before = await written();
    const first = await windows.all();
    parts = grown(before, await written());
    bytes.push(sumOf(parts));
    const sums = { all: first, toOne: 0, each: 0, between: 0, half: 0 };
    for (const name of thereAndBack) sums[name] += await windows[name]();
    for (const name of ['toOne', 'each', 'between', 'half'] as const) ratios[name].push(sums[name] / sums.all);
    const perSecond = (name: keyof typeof sums) => `${(sums[name] / 2).toFixed(0)}/s`;
    print(
      `round ${round}: spread ${perSecond('all')}, to one ${perSecond('toOne')}, two processes with as many each ` +
        `${perSecond('each')}, with half each ${perSecond('between')}, one with half ${perSecond('half')}, ` +
        `${bytes.at(-1)?.toFixed(0)} bytes per send, load ${load()}`,
    );
  }
  print(`P6 all to one recipient / spread evenly: ${spread(ratios.toOne)}`);
  print(`P12 bytes per send, tables and indexes:  ${spread(bytes, 0)}`);
  print(`    in the last round: ${parts.map(({ name, bytes: each }) => `${name} ${each.toFixed(1)}`).join(', ')}`);
  print(`P14 two server processes / one, each with as many connections: ${spread(ratios.each)}`);
  print(`    with its connections between them:   ${spread(ratios.between)}`);
  print(`    one with half of them / with all:    ${spread(ratios.half)}`);
  await expectCleanSweep(database);
} finally {
  await Promise.all(products.map(stopChild));
  await server.stop();
}

type Written = { readonly sends: number; readonly bytes: ReadonlyMap<string, number> };

/**
 * Returns the size of each table and index of ledger and contacts, after a vacuum of the table that is updated in
 * place.
 */
async function written(): Promise<Written> {
  await database.ownerPool.query('vacuum ledger.accounts');
  const { rows } = await database.ownerPool.query<{ name: string; bytes: bigint; sends: bigint }>(
    `select one.relname as name, pg_table_size(one.oid) as bytes,
            (select count(*) from books.entries where kind = 'send') as sends
     from pg_class one left join pg_index on indexrelid = one.oid join pg_class c on c.oid = coalesce(indrelid, one.oid)
     where c.relkind = 'r' and (c.relnamespace = 'ledger'::regnamespace or c.relname in ('contacts', 'member_changes'))`,
  );
  return { sends: Number(rows[0]?.sends), bytes: new Map(rows.map(({ name, bytes }) => [name, Number(bytes)])) };
}

/** Returns the growth in bytes per send, largest first. */
function grown(before: Written, after: Written) {
  const sends = after.sends - before.sends;
  return [...after.bytes]
    .map(([name, bytes]) => ({ name, bytes: (bytes - (before.bytes.get(name) ?? 0)) / sends }))
    .filter(({ bytes }) => bytes !== 0)
    .sort((one, other) => other.bytes - one.bytes);
}

function sumOf(parts: ReturnType<typeof grown>) {
  return parts.reduce((sum, { bytes }) => sum + bytes, 0);
}
