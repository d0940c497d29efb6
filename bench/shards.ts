/**
 * Measures sends with two ledgers, each in a separate PostgreSQL server, against one ledger. The first part measures
 * the CPU time of a send in the server and in PostgreSQL: with one ledger, within one of two ledgers, and between two
 * ledgers. The second part compares the sends per second of two cores, each with a ledger, with one core and one
 * ledger. This part repeats for each share of sends between ledgers. Each core runs PostgreSQL, a server process and
 * the load, like a separate machine. Each ledger has the same number of connections, and so batches of about the same
 * size. All cases run in short turns, ROUNDS times, so other work on the machine affects all cases equally.
 *
 *   npm run florin -- bench shards        ROUNDS=15 SECONDS=2 RIDERS=400 CONNECTIONS=64 SHARES=0,50,100
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { sweepTransits } from '../apps/server/src/ledger/shards/sweep-transits.ts';
import { openPool } from '../apps/server/src/platform/database/pool.ts';
import { cpuSecondsOf, pinTo } from './cpu-time.ts';
import { load, median, print, spread } from './figures.ts';
import { startLedgerServers, type Ledgers, type ServerProcess } from './ledgers.ts';
import { measure } from './measure.ts';
import type { What } from './requests.ts';
import { expectCleanSweep, setting } from './settings.ts';

const [rounds, seconds] = [setting('ROUNDS', 15), setting('SECONDS', 2)];
const [crowdSize, connections] = [setting('RIDERS', 400), setting('CONNECTIONS', 64)];
const shares = (process.env['SHARES'] ?? '0,50,100').split(',').map(Number);
/** The maximum cost of a send, as a multiple of the cost with a single ledger. */
const limits = { plain: 1, within: 1.15, between: 1.7 };
const twinPort = 4713;

const servers = await startLedgerServers(crowdSize, { one: 4711, two: 4712 });
const { one, two, postmasters } = servers;
try {
  print(`${rounds} rounds of ${seconds} s, ${connections} connections a ledger, ${crowdSize} members, load ${load()}`);
  await measureCosts();
  await measureCores(await two.startServer(twinPort));
  for (const { databases } of [one, two]) for (const database of databases) await expectCleanSweep(database);
  await expectCleanTransits(two);
} finally {
  await servers.stop();
}

async function measureCosts() {
  const cases = {
    plain: () => costOf(one, 'same-ledger', postmasters.slice(0, 1)),
    within: () => costOf(two, 'same-ledger', postmasters),
    between: () => costOf(two, 'other-ledger', postmasters),
  };
  const names = ['plain', 'within', 'between'] as const;
  const costs = { plain: [] as Cost[], within: [] as Cost[], between: [] as Cost[] };
  for (const name of names) await cases[name]();
  for (let round = 1; round <= rounds; round++) {
    for (const name of names) costs[name].push(await cases[name]());
    print(`round ${round}: ${names.map((name) => `${name} ${shown(costs[name].at(-1))}`).join(', ')}, load ${load()}`);
  }
  const micros = (all: readonly Cost[]) => all.map(({ node, postgres }) => node + postgres);
  const plain = micros(costs.plain);
  print('CPU per send in µs, server and PostgreSQL; as a multiple of one ledger, and its limit:');
  for (const name of names) {
    const ratios = micros(costs[name]).map((each, i) => each / (plain[i] ?? 0));
    print(`  ${name.padEnd(8)} ${spread(micros(costs[name]), 0)}, ${spread(ratios)}, ${limits[name]}`);
    if (median(ratios) > limits[name]) print(`  ${name.padEnd(8)} COSTS TOO MUCH`);
  }
}

type Cost = { readonly node: number; readonly postgres: number; readonly perSecond: number; readonly batch: number };

function shown(cost: Cost | undefined) {
  if (!cost) return '';
  const [node, postgres] = [cost.node.toFixed(0), cost.postgres.toFixed(0)];
  return `${node} + ${postgres} µs (${cost.perSecond.toFixed(0)}/s, ${cost.batch.toFixed(0)} a batch)`;
}

/** Returns the CPU time of each answered send, in µs. */
async function costOf({ server, riders, databases }: Ledgers, what: What, engines: readonly number[]): Promise<Cost> {
  const read = async () => ({
    node: cpuSecondsOf(server.pid),
    postgres: engines.map(cpuSecondsOf).reduce((sum, each) => sum + each, 0),
    batches: await batchesOf(databases),
  });
  const before = await read();
  const atOnce = connections * databases.length;
  const { perSecond, answered, failed } = await measure({
    port: server.port,
    what,
    connections: atOnce,
    seconds,
    riders,
  });
  if (failed > 0) throw new Error(`${failed} sends failed`);
  await sleep(200); // what was answered after its first half has its second one
  const after = await read();
  const micros = (part: 'node' | 'postgres') => ((after[part] - before[part]) / answered) * 1e6;
  const entries = what === 'other-ledger' ? 2 * answered : answered;
  const batch = entries / (after.batches - before.batches);
  return { perSecond, node: micros('node'), postgres: micros('postgres'), batch };
}

/** Counts the posted batches. Each batch allocates one block of ids. */
async function batchesOf(databases: Ledgers['databases']): Promise<number> {
  const taken = await Promise.all(
    databases.map(({ ownerPool }) =>
      ownerPool.query<{ blocks: bigint }>('select last_value as blocks from ledger.entry_blocks'),
    ),
  );
  return taken.reduce((sum, { rows }) => sum + Number(rows[0]?.blocks), 0);
}

async function measureCores(twin: ServerProcess) {
  const [first = 0, second = 0] = postmasters;
  for (const pid of [first, one.server.pid, two.server.pid]) pinTo(0, pid);
  for (const pid of [second, twin.pid]) pinTo(1, pid);
  const onOne = async () => {
    const job = { port: one.server.port, what: 'same-ledger', connections, seconds, riders: one.riders } as const;
    return (await measure(job, 0)).perSecond;
  };
  const onTwo = async (share: number) => {
    const also = { what: 'other-ledger', share: share / 100 } as const;
    const job = { what: 'same-ledger', also, connections, seconds, riders: two.riders } as const;
    const results = await Promise.all([two.server, twin].map(({ port }, core) => measure({ ...job, port }, core)));
    return results.reduce((sum, { perSecond }) => sum + perSecond, 0);
  };
  await onOne();
  await onTwo(50);
  const single: number[] = [];
  const double = shares.map((share) => ({ share, perSecond: [] as number[] }));
  for (let round = 1; round <= rounds; round++) {
    single.push(await onOne());
    for (const { share, perSecond } of double) perSecond.push(await onTwo(share));
    const all = double.map(({ share, perSecond }) => `${share} %: ${perSecond.at(-1)?.toFixed(0)}/s`);
    print(`round ${round}: one core ${single.at(-1)?.toFixed(0)}/s; two cores ${all.join(', ')}, load ${load()}`);
  }
  print(`one ledger on one core: ${spread(single, 0)} sends/s`);
  for (const { share, perSecond } of double) {
    const ratios = perSecond.map((each, i) => each / (single[i] ?? 0));
    print(`two on two, ${share} % of sends between them: ${spread(perSecond, 0)} sends/s, ${spread(ratios)} times`);
  }
}

async function expectCleanTransits({ databases }: Ledgers) {
  const pools = databases.map(({ address }) => openPool(address));
  const findings = await sweepTransits(pools);
  await Promise.all(pools.map((pool) => pool.end()));
  print(findings.length === 0 ? 'the sweep between the ledgers is clean' : `THE SWEEP FOUND ${findings.length} FAULTS`);
  if (findings.length > 0) process.exitCode = 1;
}
