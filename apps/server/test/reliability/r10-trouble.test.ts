import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { endpoints } from '@florin/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openPool, type Pool } from '../../src/platform/database/pool.ts';
import { findRunning } from '../../src/platform/embedded-postgres/index.ts';
import { expectCleanBooks } from './books.ts';
import { holdEngine, residentMb } from './engine-processes.ts';
import { reportFigures } from './figures.ts';
import { quantile, sendAllTheTime, sendCent, type Answer } from './many-at-once.ts';
import { newPerson, type Person } from './people.ts';
import { startServerProcess, type ServerProcess } from './server-process.ts';
import { mountSmallDisk } from './small-disk.ts';

/**
 * R10: the whole product with its embedded PostgreSQL on a full disk, with a database that hangs, and with ten times
 * its normal load. FLORIN_TROUBLE_SECONDS=10 for the long form of each.
 */
const seconds = Number(process.env['FLORIN_TROUBLE_SECONDS'] ?? 0.5);
const diskMb = 384;

const disk = mountSmallDisk(diskMb);
const folder = disk?.folder ?? mkdtempSync(path.join(tmpdir(), 'florin-trouble-'));
let server: ServerProcess;
let ownerPool: Pool;
let crowd: Person[];
beforeAll(async () => {
  chmodSync(folder, 0o755);
  server = await startServerProcess({}, { DATABASE_URL: '', FLORIN_DATA_DIR: folder });
  ownerPool = openPool(findRunning(folder) ?? {}, { role: null, size: 1 });
  crowd = await Promise.all(times(8, () => newPerson(server.clientOf(null), server.clientOf, '400.00')));
});
afterAll(async () => {
  await ownerPool.end();
  await server.stop();
  if (disk) disk.remove();
  else rmSync(folder, { recursive: true });
});

const times = <Result>(count: number, work: (i: number) => Result) => Array.from({ length: count }, (_, i) => work(i));
const person = (i: number) => crowd[i % crowd.length] ?? { email: '', token: '' };
const send = (i: number) => sendCent(server.origin, person(i), person(i + 1));
const count = (answers: readonly Answer[], status: number) => answers.filter((one) => one.status === status).length;

/** Expects only successes and the contract's errors for "busy" and "database unavailable". */
function expectAnswered(answers: readonly Answer[]) {
  const others = answers.filter(
    ({ status, code }) => status !== 200 && code !== 'busy' && code !== 'database_unavailable',
  );
  expect(others).toEqual([]);
}

/**
 * Waits until no send succeeds any more. Some sends still succeed on a full disk, because the write-ahead log has
 * preallocated space, and the product checks the disk once a second.
 */
async function untilNothingIsSent(): Promise<void> {
  let since = performance.now();
  while (performance.now() - since < 1_500) {
    if ((await send(0)).status !== 503) since = performance.now();
    await sleep(5);
  }
}

async function msUntilSent(): Promise<number> {
  const begun = performance.now();
  await expect.poll(async () => (await send(0)).status, { timeout: 60_000, interval: 20 }).toBe(200);
  return Math.round(performance.now() - begun);
}

test.runIf(disk)(
  'writes on a full disk answer 503, reads continue, and writes resume when there is space',
  async () => {
    const historyOf = async (one: Person) =>
      (await server.clientOf(one.token).call(endpoints.listTransactions, { query: {} })).length;
    const refused: Answer[] = [];
    let read = 0;
    disk?.fill();
    try {
      await untilNothingIsSent();
      const before = await Promise.all(crowd.map(historyOf));
      for (const until = performance.now() + seconds * 1_000; performance.now() < until; await sleep(10)) {
        refused.push(...(await Promise.all(times(8, send))));
        expect(await historyOf(person(read))).toBe(before[read % crowd.length]);
        read += 1;
      }
    } finally {
      disk?.makeRoom();
    }
    expect(new Set(refused.map(({ status, code }) => `${status} ${code}`))).toEqual(
      new Set(['503 database_unavailable']),
    );
    const recovered = await msUntilSent();
    await expectCleanBooks(ownerPool);
    reportFigures('R10', {
      'rejected on a full disk': refused.length,
      'reads in that time': read,
      'ms until recovered': recovered,
    });
  },
  600_000,
);

test('a hanging database delays only the requests in flight, and further requests get a busy answer', async () => {
  const held = holdEngine(folder);
  let turnedAway = 0;
  const ask = async (i: number) => {
    const answer = await send(i);
    if (answer.code === 'busy') turnedAway += 1;
    return answer;
  };
  const asked = times(1_200, ask);
  try {
    // While the database hangs, the admission limit sinks and later requests are rejected. Until then no member reaches
    // the limit per member, which would also reject requests.
    const andOneMore = () => {
      asked.push(ask(0));
      return turnedAway;
    };
    await expect.poll(andOneMore, { timeout: 20_000, interval: 100 }).toBeGreaterThanOrEqual(8);
    // From here on, requests of all members are rejected immediately, while the earlier requests still wait.
    const late = times(200, ask);
    asked.push(...late);
    expect(new Set((await Promise.all(late)).map(({ status, code }) => `${status} ${code}`))).toEqual(
      new Set(['503 busy']),
    );
    await sleep(seconds * 1_000);
    expect((await fetch(`${server.origin}/healthz`)).status).toBe(200);
    expect((await fetch(`${server.origin}/readyz`)).status).toBe(503);
  } finally {
    held.letGo();
  }
  const answers = await Promise.all(asked);
  expectAnswered(answers);
  const recovered = await msUntilSent();
  await expectCleanBooks(ownerPool);
  reportFigures('R10', {
    'seconds with a hanging database': seconds,
    requests: answers.length,
    'answered busy': turnedAway,
    sent: count(answers, 200),
    'ms until recovered': recovered,
  });
}, 600_000);

test('a member with a thousand concurrent requests does not block other members', async () => {
  const flood = Promise.all(times(1_000, () => sendCent(server.origin, person(0), person(1))));
  const others: Answer[] = [];
  for (let i = 0; i < 20; i++) others.push(await sendCent(server.origin, person(2 + (i % 6)), person(1)));
  const answers = await flood;
  expectAnswered(answers);
  expect(others.map(({ status }) => status)).toEqual(others.map(() => 200));
  const slowest = Math.max(...others.map(({ ms }) => Math.round(ms)));
  reportFigures('R10', {
    'of a thousand concurrent sends done': count(answers, 200),
    'ms at most for others': slowest,
  });
}, 600_000);

test('ten times the load gets the same throughput in bounded memory', async () => {
  disk?.grow(2_048); // half a minute of sends would fill it
  const atOnce = 64;
  await sendAllTheTime(server.origin, crowd, { atOnce, seconds });
  const calm = await sendAllTheTime(server.origin, crowd, { atOnce, seconds });
  const before = residentMb(server.pid);
  const flooded = await sendAllTheTime(server.origin, crowd, { atOnce: 10 * atOnce, seconds });
  expect(count(calm, 200)).toBe(calm.length);
  const shed = flooded.filter(({ code }) => code === 'busy').map(({ ms }) => ms);
  expect(count(flooded, 200) + shed.length).toBe(flooded.length);
  await expectCleanBooks(ownerPool);
  reportFigures('R10', {
    'sends/s': Math.round(calm.length / seconds),
    'sends/s with ten times the load': Math.round(count(flooded, 200) / seconds),
    'answered busy': shed.length,
    'p99 ms of those': Math.round(quantile(shed, 0.99)),
    'MB before and after the load': `${before}, ${residentMb(server.pid)}`,
  });
}, 600_000);
