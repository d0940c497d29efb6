import { setTimeout as sleep } from 'node:timers/promises';
import { createClient, endpoints } from '@florin/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { expectCleanBooks } from './books.ts';
import { randomCommand, type Command, type CommandKind } from './commands.ts';
import { reportFigures } from './figures.ts';
import { newMembers, type Member } from './members.ts';
import { deaths, startMortalEngine, type MortalEngine } from './mortal-engine.ts';
import { answerOf, entriesByKind, expectOnceEach, resolveOnce, untilGrown, type Ask } from './outcomes.ts';
import { randomFrom, type Random } from './random.ts';
import { startServerProcess, type ServerProcess } from './server-process.ts';
import { readSums, type Sums } from './sums.ts';
import { witness } from './witness.ts';

/**
 * R5: Jepsen's bank test. Members send, exchange, buy and sell while server and PostgreSQL are killed in turn. Every
 * snapshot must show the same sum of each asset.
 * 2 kills by default; FLORIN_BANK_KILLS=40 for the long form, FLORIN_RANDOM_SEED repeats a run.
 */
const kills = Number(process.env['FLORIN_BANK_KILLS'] ?? 2);
const seed = process.env['FLORIN_RANDOM_SEED'] ?? String(Date.now());
/** Commands that neither bring money in nor take it out. */
const kinds: readonly CommandKind[] = ['send', 'exchange', 'buy', 'sell'];
const commandsBetweenKills = 24;
const writers = 12;
const people = 4;

let engine: MortalEngine;
let server: ServerProcess;
beforeAll(async () => {
  engine = await startMortalEngine();
  server = await startServerProcess(engine.address);
});
afterAll(async () => {
  await server.stop();
  await engine.close();
});

const watched = witness();
const clientOf = (token: string | null) =>
  createClient({ origin: server.origin, fetch: watched.fetch, token: () => token });
const ask: Ask = (command) => command.run(clientOf(command.member.token));

type Bank = { open: boolean; readonly done: Command[]; sqlReads: number; httpReads: number };

test(`every snapshot has the same sums despite ${kills} kills (seed ${seed})`, { timeout: 3_600_000 }, async () => {
  const crowd = await newMembers({ ownerPool: engine.ownerPool, clientOf }, people);
  for (const kind of kinds) await ask(commandOf(kind, crowd)); // opens every account
  const [before, constant] = [await entriesByKind(engine.ownerPool), await readSums(engine.ownerPool)];
  expect(constant.map(({ asset }) => asset)).toEqual(expect.arrayContaining(['BTC', 'ETH', 'EUR', 'USD']));

  const bank: Bank = { open: true, done: [], sqlReads: 0, httpReads: 0 };
  const going = [
    ...Array.from({ length: writers }, (_, i) => write(bank, crowd, randomFrom(`${seed}/${i}`))),
    readSnapshots(bank, constant),
    ...crowd.map((member) => readOwnWallets(bank, member)),
  ];
  await Promise.race([killInTurn(bank, randomFrom(seed)), ...going.map(failsOnly)]);
  bank.open = false;
  await Promise.all(going);

  expect([...watched.problems]).toEqual([]);
  expect(await readSums(engine.ownerPool)).toEqual(constant);
  await expectOnceEach(engine.ownerPool, bank.done, before);
  await expectCleanBooks(engine.ownerPool);
  reportFigures('R5', {
    seed,
    kills,
    commands: bank.done.length,
    'snapshots summed': bank.sqlReads,
    'wallets read over HTTP': bank.httpReads,
  });
});

const commandOf = (kind: CommandKind, crowd: readonly Member[]) =>
  randomCommand(randomFrom(`${seed}/${kind}`), crowd, [kind]);

/** Rejects when a reader fails, which ends the run immediately. Never resolves. */
const failsOnly = (going: Promise<void>) =>
  new Promise<never>((_, reject) => {
    going.catch(reject);
  });

async function killInTurn({ done }: Bank, random: Random) {
  for (let i = 0; i < kills; i++) {
    await untilGrown(done, commandsBetweenKills);
    await sleep(random() * 100);
    if (i % 2 === 0) await engine.kill(deaths[Math.floor(random() * deaths.length)] ?? 'everything');
    else {
      await server.kill();
      server = await startAgain();
    }
    await untilReady();
  }
}

/** Starts the server again, like a process manager: a server that finds no database exits and is started again. */
async function startAgain(attemptsLeft = 60): Promise<ServerProcess> {
  try {
    return await startServerProcess(engine.address);
  } catch (error) {
    if (attemptsLeft === 0) throw error;
    await sleep(500);
    return startAgain(attemptsLeft - 1);
  }
}

async function untilReady() {
  for (let attempt = 0; attempt < 3_000; attempt++) {
    const { ok } = await fetch(`${server.origin}/readyz`);
    if (ok) return;
    await sleep(20);
  }
  throw new Error('the server was not ready again within a minute');
}

async function write(bank: Bank, crowd: readonly Member[], random: Random) {
  while (bank.open) {
    const command = randomCommand(random, crowd, kinds);
    if (!(await answerOf(ask, command))) await resolveOnce(ask, command);
    bank.done.push(command);
  }
}

/** Reads as the database owner, each time in one snapshot. Skips reads while the database is down. */
async function readSnapshots(bank: Bank, constant: readonly Sums[]) {
  while (bank.open) {
    const seen = await readSums(engine.ownerPool).then(
      (sums) => [sums],
      () => [],
    );
    for (const sums of seen) expect(sums).toEqual(constant);
    bank.sqlReads += seen.length;
    await sleep(10);
  }
}

async function readOwnWallets(bank: Bank, member: Member) {
  while (bank.open) {
    const wallets = await clientOf(member.token)
      .call(endpoints.listWallets)
      .catch(() => []);
    for (const { balance, held, available } of wallets) {
      expect(available).toBeGreaterThanOrEqual(0);
      expect(held).toBeGreaterThanOrEqual(0);
      expect(balance).toBeGreaterThanOrEqual(held);
      bank.httpReads += 1;
    }
    await sleep(20);
  }
}
