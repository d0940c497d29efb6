import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../test-database.ts';
import { countEntries, expectCleanBooks } from './books.ts';
import { ownShareMb, residentMb } from './engine-processes.ts';
import { reportFigures } from './figures.ts';
import { quantile, sendAllTheTime, sendCent } from './many-at-once.ts';
import { newPerson, type Person } from './people.ts';
import { freePort } from '../free-port.ts';
import { startServerProcess, type ServerProcess } from './server-process.ts';

/** R18: half of the peak load for a long time. Three seconds by default; FLORIN_SOAK_SECONDS=1800 for the long form. */
const seconds = Number(process.env['FLORIN_SOAK_SECONDS'] ?? 3);
const windows = Math.min(30, seconds);
const peakSeconds = Math.min(10, seconds / 3);
/** The sends that 400.00 dollars and the daily limit allow. */
const sendsPerPerson = 15_000;

let database: TestDatabase;
let server: ServerProcess;
let metricsPort: number;
beforeAll(async () => {
  database = await createTestDatabase();
  metricsPort = await freePort();
  server = await startServerProcess(database.address, { METRICS_PORT: String(metricsPort) });
});
afterAll(async () => {
  await server.stop();
  await database.close();
});

test(
  `half of the peak load for ${seconds} s keeps memory bounded and the books clean`,
  { timeout: 7_200_000 },
  async () => {
    const few = await gather(8);
    // A new server still compiles its code while it sends, so the peak is measured after a warm-up.
    const warmUp = await sendAllTheTime(server.origin, few, { atOnce: 64, seconds: peakSeconds });
    const peak = await sendAllTheTime(server.origin, few, { atOnce: 64, seconds: peakSeconds });
    expect([...warmUp, ...peak].filter(({ status }) => status !== 200)).toEqual([]);
    const perSecond = Math.max(10, Math.floor(peak.length / peakSeconds / 2));
    const crowd = await gather(Math.max(8, Math.ceil((perSecond * seconds) / sendsPerPerson)));

    const seen: Window[] = [];
    for (let i = 0; i < windows; i++) seen.push(await soak(crowd, perSecond, seconds / windows));
    const sent = warmUp.length + peak.length + seen.reduce((sum, one) => sum + one.sent, 0);
    expect(await countEntries(database.ownerPool, 'send'), 'each acknowledged send is posted once').toBe(sent);
    await expectCleanBooks(database.ownerPool);

    const [first, last] = [
      middleOf(seen.slice(0, Math.ceil(windows / 3))),
      middleOf(seen.slice(-Math.ceil(windows / 3))),
    ];
    reportFigures('R18', {
      seconds,
      'sends/s': perSecond,
      sends: sent,
      'answered busy': seen.reduce((sum, one) => sum + one.turnedAway, 0),
      'p99 ms in first and last third': `${first.p99}, ${last.p99}`,
      'server MB': `${first.residentMb}, ${last.residentMb}`,
      'heap MB': `${first.heapMb}, ${last.heapMb}`,
      'database MB': `${first.databaseMb}, ${last.databaseMb}`,
    });
    // The bound is far more than a warm server needs, and far less than a leak per request would use in half an hour.
    expect(last.residentMb).toBeLessThan(2 * first.residentMb + 100);
  },
);

type Window = Readonly<Record<'sent' | 'turnedAway' | 'p99' | 'residentMb' | 'heapMb' | 'databaseMb', number>>;

/** Starts sends at fixed times, independent of how long earlier ones take (an open loop). */
async function soak(crowd: readonly Person[], perSecond: number, windowSeconds: number): Promise<Window> {
  const underWay: Promise<number | undefined>[] = [];
  const began = performance.now();
  const total = Math.round(perSecond * windowSeconds);
  while (underWay.length < total) {
    const due = Math.min(total, Math.ceil(((performance.now() - began) / 1_000) * perSecond));
    while (underWay.length < due) underWay.push(sendOne(crowd, underWay.length));
    await sleep(5);
  }
  const answered = await Promise.all(underWay);
  const took = answered.filter((ms) => ms !== undefined);
  return {
    sent: took.length,
    turnedAway: answered.length - took.length,
    p99: Math.round(quantile(took, 0.99)),
    residentMb: residentMb(server.pid),
    heapMb: await heapMb(),
    databaseMb: await databaseMb(),
  };
}

/**
 * Returns the send's duration in milliseconds, or undefined if it was answered busy: the capacity may vary during the
 * run.
 */
async function sendOne(crowd: readonly Person[], i: number): Promise<number | undefined> {
  const [from, to] = [crowd[i % crowd.length], crowd[(i + 1) % crowd.length]];
  if (!from || !to) throw new Error('the crowd is empty');
  const { status, code, ms } = await sendCent(server.origin, from, to);
  if (code === 'busy') return undefined;
  expect([status, code]).toEqual([200, undefined]);
  return ms;
}

async function heapMb(): Promise<number> {
  const said = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
  const bytes = /^\w*nodejs_heap_size_used_bytes(?:\{[^}]*\})? (\S+)/m.exec(said)?.[1];
  if (bytes === undefined) throw new Error('the metrics lack nodejs_heap_size_used_bytes');
  return Math.round(Number(bytes) / 1024 ** 2);
}

/** Returns the memory of this database's processes. Shared buffers grow up to 256 MB and are counted once. */
async function databaseMb(): Promise<number> {
  const { rows } = await database.ownerPool.query<{ pid: number }>(
    'select pid from pg_stat_activity where datname = current_database()',
  );
  return rows.reduce((sum, { pid }) => sum + ownShareMb(pid), 0);
}

const middleOf = (some: readonly Window[]): Window => {
  const middle = (name: keyof Window) =>
    quantile(
      some.map((one) => one[name]),
      0.5,
    );
  return {
    sent: middle('sent'),
    turnedAway: middle('turnedAway'),
    p99: middle('p99'),
    residentMb: middle('residentMb'),
    heapMb: middle('heapMb'),
    databaseMb: middle('databaseMb'),
  };
};

async function gather(people: number): Promise<Person[]> {
  const crowd: Person[] = [];
  for (let i = 0; i < people; i++) crowd.push(await newPerson(server.clientOf(null), server.clientOf, '400.00'));
  return crowd;
}
