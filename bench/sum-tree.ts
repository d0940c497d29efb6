import { readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createProductDatabase, waitForHistory, type BenchDatabase, type BenchServer } from './bench-database.ts';
import { writeBook } from './big-book.ts';
import { stopChild } from './child.ts';
import { cpuSecondsOf } from './cpu-time.ts';
import type { Rider } from './crowd.ts';
import { load, print, spread } from './figures.ts';
import { untilLogged } from './log-cost.ts';
import { measure } from './measure.ts';
import { watchMemory } from './memory.ts';
import { startProduct } from './settings.ts';

export const bookPort = 4714;

export type ProvedBook = {
  readonly database: BenchDatabase;
  readonly riders: readonly Rider[];
  /** A server that has the whole log, and has not built a tree since its start. */
  readonly product: Awaited<ReturnType<typeof startProduct>>;
};

/**
 * Writes a book of members with one deposit each. The product then logs the book and states its sums for the first
 * time.
 */
export async function openProvedBook(server: BenchServer, members: number, activeMembers: number): Promise<ProvedBook> {
  const began = performance.now();
  const database = await createProductDatabase(server, 'proved');
  const riders = await writeBook(database, { members, postings: 2 * members, riders: activeMembers });
  await database.ownerPool.query('select ledger.run_sweep(false)');
  print(`a book of ${members} members was written in ${((performance.now() - began) / 1_000).toFixed(0)} s`);
  const first = await startProduct(database, bookPort);
  const logged = await untilLogged(database);
  print(`its log was written in ${logged.toFixed(0)} s; load ${load()}`);
  await untilStatedAfter(database, 0);
  await waitForHistory(database.ownerPool);
  await stopChild(first);
  return { database, riders, product: await startProduct(database, bookPort) };
}

type Job = { readonly rounds: number; readonly seconds: number; readonly connections: number };

/** Measures the sums of a large book: during sends of members, then alone. */
export async function measureSums(server: BenchServer, book: ProvedBook, { rounds, seconds, connections }: Job) {
  const { database, product, riders } = book;
  const sends = async () => (await measure({ port: bookPort, what: 'send', connections, seconds, riders })).perSecond;
  const memory = watchMemory(product.pid ?? 0);
  await sends();
  await sends();
  const before = memory.peak();
  const [ratios, times]: [number[], number[]] = [[], []];
  for (let round = 1; round <= rounds; round++) {
    await untilLogged(database);
    const quiet = await sends();
    await untilLogged(database);
    const { took, meanwhile } = await stateBeside(database, sends);
    ratios.push(meanwhile / quiet);
    times.push(took);
    print(
      `round ${round}: sums stated in ${took.toFixed(1)} s; sends per second ${quiet.toFixed(0)} quiet, ` +
        `${meanwhile.toFixed(0)} meanwhile; the server's memory grew by ${(memory.peak() - before).toFixed(0)} MB; ` +
        `load ${load()}`,
    );
  }
  memory.stop();
  print(`seconds for the sums during sends: ${spread(times, 1)}`);
  print(`sends meanwhile / quiet: ${spread(ratios)}`);

  await untilLogged(database);
  const postmaster = Number(readFileSync(path.join(server.folder, 'postgres/postmaster.pid'), 'utf8').split('\n')[0]);
  const cpu = () => [cpuSecondsOf(product.pid ?? 0), cpuSecondsOf(postmaster)] as const;
  const cpuBefore = cpu();
  const took = await state(database);
  const [node, postgres] = cpu().map((seconds, i) => seconds - (cpuBefore[i] ?? 0));
  print(
    `alone: sums stated in ${took.toFixed(1)} s; CPU seconds: server ${node?.toFixed(1)}, ` +
      `PostgreSQL ${postgres?.toFixed(1)}; load ${load()}`,
  );
  await printTreeSize(database);
}

/**
 * Measures the statement of sums while members send. Counts only the sends of windows that ended before the statement.
 */
async function stateBeside(database: BenchDatabase, sends: () => Promise<number>) {
  const stating = state(database);
  let isStated = false;
  void stating.then(() => (isStated = true));
  const rates: number[] = [await sends()];
  for (let rate = 0; !isStated;) {
    if (rate > 0) rates.push(rate);
    rate = await sends();
  }
  return { took: await stating, meanwhile: rates.reduce((sum, rate) => sum + rate, 0) / rates.length };
}

/** Makes the product's job due. Returns the job's duration in seconds, as the product reports it. */
async function state(database: BenchDatabase): Promise<number> {
  const { rows } = await database.ownerPool.query<{ number: bigint }>(
    `with aged as (update log_sums set made_at = made_at - interval '2 hours' returning number),
          due as (update recurring_jobs set next_run_at = now() where name = 'state-sums')
     select max(number) as number from aged`,
  );
  return untilStatedAfter(database, Number(rows[0]?.number));
}

async function untilStatedAfter({ ownerPool }: BenchDatabase, number: number): Promise<number> {
  for (;;) {
    const { rows } = await ownerPool.query<{ took_ms: number }>(
      'select took_ms from log_sums where number > $1 order by number limit 1',
      [number],
    );
    if (rows[0]) return rows[0].took_ms / 1_000;
    await sleep(100);
  }
}

async function printTreeSize({ ownerPool }: BenchDatabase) {
  const { rows } = await ownerPool.query<{ nodes: string; stored: string }>(
    `select count(*) as tiles, pg_size_pretty(sum(octet_length(nodes))) as nodes,
            pg_size_pretty(pg_total_relation_size('sum_tiles')) as stored
     from sum_tiles where number = (select max(number) from log_sums)`,
  );
  print(`the newest tree has ${rows[0]?.nodes} of nodes; all trees take ${rows[0]?.stored}`);
}
