import { rmSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { createClient, endpoints, type Client } from '@florin/contract';
import { expect, onTestFinished, test } from 'vitest';
import { openPool, type Pool } from '../../src/platform/database/pool.ts';
import { findRunning } from '../../src/platform/embedded-postgres/index.ts';
import { expectCleanBooks } from './books.ts';
import { randomCommand, type Command, type CommandKind } from './commands.ts';
import { reportFigures } from './figures.ts';
import { newMembers, type Member } from './members.ts';
import { deaths, killPostgres, newDataFolder, startMortalEngine, type Death } from './mortal-engine.ts';
import { answerOf, entriesByKind, expectOnceEach, resolveOnce, untilGrown, type Ask } from './outcomes.ts';
import { randomFrom, type Random } from './random.ts';
import { startServerProcess, type ServerProcess } from './server-process.ts';
import { witness } from './witness.ts';

/**
 * R2: kill -9 of PostgreSQL under load. The server keeps running: it answers 503 while the database is down, and
 * recovers by itself.
 * 3 kills by default; FLORIN_POSTGRES_KILLS=30 for the long form, which also kills the embedded PostgreSQL.
 * FLORIN_RANDOM_SEED repeats a run.
 */
const kills = Number(process.env['FLORIN_POSTGRES_KILLS'] ?? 3);
const isLong = kills > 3;
const seed = process.env['FLORIN_RANDOM_SEED'] ?? String(Date.now());
const kinds: readonly CommandKind[] = ['send', 'withdraw', 'exchange', 'buy', 'sell'];
const unavailable = 'database_unavailable';
const commandsBetweenKills = 24;
const askers = 16;
const people = 4;

test(
  `no command is lost or doubled despite ${kills} kills of PostgreSQL (seed ${seed})`,
  { timeout: 3_600_000 },
  async () => {
    const engine = await startMortalEngine();
    onTestFinished(() => engine.close());
    const server = await startServerProcess(engine.address);
    onTestFinished(() => server.stop());
    const seen = await killUnderLoad(server, { ownerPool: engine.ownerPool, kill: engine.kill });
    await server.stop();
    await expectCleanBooks(engine.ownerPool);
    reportFigures('R2', { seed, kills, ...seen });
  },
);

test.runIf(isLong)(
  'no command is lost or doubled when the embedded PostgreSQL is killed',
  { timeout: 3_600_000 },
  async () => {
    const folder = newDataFolder();
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const server = await startServerProcess({}, { DATABASE_URL: '', FLORIN_DATA_DIR: folder });
    onTestFinished(() => server.stop());
    const ownerPool = openPool(findRunning(folder) ?? {}, { role: null, size: 4 });
    onTestFinished(() => ownerPool.end());
    const seen = await killUnderLoad(server, { ownerPool, kill: (death) => killPostgres(folder, death) });
    await expectCleanBooks(ownerPool);
    reportFigures('R2', { seed, 'kills of the embedded PostgreSQL': kills, ...seen });
  },
);

type Mortal = { readonly ownerPool: Pool; readonly kill: (death: Death) => Promise<void> };

async function killUnderLoad(server: ServerProcess, { ownerPool, kill }: Mortal) {
  const watched = witness();
  const clientOf = (token: string | null) =>
    createClient({ origin: server.origin, fetch: watched.fetch, token: () => token });
  const ask: Ask = (command) => command.run(clientOf(command.member.token));
  const crowd = await newMembers({ ownerPool, clientOf }, people);
  const before = await entriesByKind(ownerPool);

  const load = { stopped: false, done: [] as Command[], resolved: 0 };
  const asking = [
    ...Array.from({ length: askers }, (_, i) => askOn(ask, randomFrom(`${seed}/${i}`), crowd, load)),
    ...crowd.map((member) => readOn(clientOf(member.token), load)),
  ];
  const random = randomFrom(seed);
  const downMs: number[] = [];
  for (let i = 0; i < kills; i++) {
    await untilGrown(load.done, commandsBetweenKills);
    await sleep(random() * 100);
    const refusedBefore = watched.refused.get(unavailable) ?? 0;
    const isFelt = () => (watched.refused.get(unavailable) ?? 0) > refusedBefore;
    downMs.push(await killUntilFelt(server, () => kill(deaths[i % deaths.length] ?? 'everything'), isFelt));
  }
  load.stopped = true;
  await Promise.all(asking);

  expect([...watched.problems]).toEqual([]);
  expect(watched.unanswered(), 'the server answers every request').toBe(0);
  await expectOnceEach(ownerPool, load.done, before);
  return {
    commands: load.done.length,
    'interrupted and resolved': load.resolved,
    'answered 503': watched.refused.get(unavailable) ?? 0,
    'ms at most until ready again': Math.max(...downMs).toFixed(0),
  };
}

type Load = { stopped: boolean; readonly done: Command[]; resolved: number };

/** Runs command after command. Repeats an interrupted command with its key until the database is back. */
async function askOn(ask: Ask, random: Random, crowd: readonly Member[], load: Load) {
  while (!load.stopped) {
    const command = randomCommand(random, crowd, kinds);
    if (!(await answerOf(ask, command))) {
      await resolveOnce(ask, command);
      load.resolved += 1;
    }
    load.done.push(command);
  }
}

/** Reads all the time. The witness checks all answers, including errors. */
async function readOn(client: Client, load: Load) {
  while (!load.stopped) {
    await Promise.allSettled([
      client.call(endpoints.me),
      client.call(endpoints.listWallets),
      client.call(endpoints.listTransactions, { query: { limit: 20 } }),
      client.call(endpoints.listPaymentRequests, { query: {} }),
    ]);
    await sleep(50);
  }
}

/**
 * Kills PostgreSQL repeatedly until a call fails, because PostgreSQL can be back before the next call. Returns the
 * milliseconds from the last kill until the server is ready again.
 */
async function killUntilFelt(
  { origin }: ServerProcess,
  kill: () => Promise<void>,
  isFelt: () => boolean,
): Promise<number> {
  for (let attempt = 0; attempt < 10; attempt++) {
    await kill();
    const killed = performance.now();
    if (await holdsAtLast(isFelt, 500)) {
      const isReady = async () => (await fetch(`${origin}/readyz`)).ok;
      if (await holdsAtLast(isReady, 6_000)) return performance.now() - killed;
      throw new Error('the server was not ready again within a minute');
    }
  }
  throw new Error('no call failed after ten kills');
}

/** Polls a condition up to `looks` times, ten milliseconds apart. */
async function holdsAtLast(holds: () => boolean | Promise<boolean>, looks: number): Promise<boolean> {
  for (let look = 0; look < looks; look++) {
    if (await holds()) return true;
    await sleep(10);
  }
  return false;
}
