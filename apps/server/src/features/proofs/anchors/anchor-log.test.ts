import { createHash } from 'node:crypto';
import { endpoints } from '@florin/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { calendarBlock, startCalendar, type CalendarFault } from '../../../../test/calendar-server.ts';
import { hasOpenssl, startOpensslTimeStamps } from '../../../../test/openssl-time-stamps.ts';
import { readOts } from '../../../../test/read-ots.ts';
import { createTestApp, type TestApp } from '../../../../test/test-app.ts';
import { startTimeStampServer } from '../../../../test/time-stamp-server.ts';
import { httpCalendar } from '../../../providers/calendar/http-calendar.ts';
import { timeStampServer } from '../../../providers/time-stamp/time-stamp-server.ts';
import { followJournal } from '../log/follow-journal.ts';
import { readHead } from '../log/log-store.ts';
import { anchorLog, scheduleAnchors, type Anchors } from './anchor-log.ts';

let florin: TestApp;
let stamps: Awaited<ReturnType<typeof startTimeStampServer>>;
let alice: Awaited<ReturnType<typeof startCalendar>>;
let bob: Awaited<ReturnType<typeof startCalendar>>;
beforeAll(async () => {
  [florin, stamps] = await Promise.all([createTestApp(), startTimeStampServer()]);
  await florin.signUpWith('5.00');
});
afterAll(async () => {
  await florin.expectCleanBooks();
  await Promise.all([florin.close(), stamps.close()]);
});
beforeEach(async () => {
  [alice, bob] = await Promise.all([startCalendar(), startCalendar()]);
  await florin.database.ownerPool.query('truncate log_anchors');
  stamps.failWith(undefined);
  await grow();
  return () => Promise.all([alice.close(), bob.close()]);
});

const pool = () => florin.database.pool;
const everyone = (): Anchors => ({
  timeStamps: timeStampServer(stamps.url),
  calendars: [alice, bob].map(({ url }) => httpCalendar(new URL(url))),
});
const anchor = (anchors: Partial<Anchors> = everyone()) =>
  anchorLog({ pool: pool(), anchors: { timeStamps: undefined, calendars: [], ...anchors } });
const withAlice = () => ({ calendars: everyone().calendars.slice(0, 1) });
/** Makes all anchors older. */
const laterBy = ({ hours = 0, minutes = 0 }) =>
  florin.database.ownerPool.query(
    `update log_anchors set made_at = made_at - age, asked_at = asked_at - age
     from make_interval(hours => $1, mins => $2) age`,
    [hours, minutes],
  );
async function grow() {
  await florin.signUpWith('1.00');
  await followJournal(florin.app.dependencies.log);
  return (await readHead(pool())).size;
}
const shown = async () => (await florin.client.call(endpoints.getBooks, {})).anchors;
async function file(name: string | number) {
  const { statusCode, headers, rawPayload } = await florin.app.http.inject({ url: `/log/anchors/${name}` });
  return { statusCode, headers, content: rawPayload };
}
const digestOf = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

describe('the anchors of the log', () => {
  test('the anchors of the log are a time stamp and the promises of calendars for the newest checkpoint', async () => {
    const { size, checkpoint } = await readHead(pool());
    expect(await anchor()).toEqual([]);
    expect(await shown()).toEqual([
      {
        size,
        time_stamp: { by: new URL(stamps.url).host, at: expect.any(String) },
        calendars: [alice.url, bob.url],
        bitcoin_block: null,
      },
    ]);
    const stamped = await file(size);
    expect(stamped.content.toString()).toBe(checkpoint);
    const { digest, attested } = readOts((await file(`${size}.ots`)).content);
    expect(digest).toBe(digestOf(stamped.content));
    expect(attested).toHaveLength(2);
  });

  test('anchors are made once an hour, and only for a log that has grown', async () => {
    const first = await grow();
    await anchor();
    await grow();
    await anchor();
    expect((await shown())[0]?.size).toBe(first);
    await laterBy({ hours: 1 });
    await anchor();
    const second = (await shown())[0]?.size;
    expect(second).toBeGreaterThan(first);
    await laterBy({ hours: 1 });
    await anchor();
    expect((await shown())[0]?.size).toBe(second);
    expect(stamps.requests()).toBeGreaterThanOrEqual(2);
  });

  test('an anchor leads to the block of Bitcoin after the block is mined', async () => {
    const { size } = await readHead(pool());
    await anchor();
    await laterBy({ minutes: 5 });
    await anchor();
    expect(alice.asked).toEqual(['POST /digest', 'GET /timestamp/<message>']);
    expect((await file(`${size}.ots`)).headers['cache-control']).toBe('no-store');
    alice.mine();
    bob.mine();
    await laterBy({ minutes: 10 });
    expect(await anchor()).toEqual([]);
    expect((await shown())[0]).toMatchObject({ size, bitcoin_block: calendarBlock });
    const { content, headers } = await file(`${size}.ots`);
    const inBlock = readOts(content).attested.filter(({ attestation }) => attestation.startsWith('0588960d73d71901'));
    expect(alice.roots()).toContain(inBlock[0]?.message);
    expect(headers['cache-control']).toContain('immutable');
    const before = alice.asked.length;
    await laterBy({ hours: 1 });
    await anchor();
    expect(alice.asked).toHaveLength(before);
  });

  test('anchors ask calendars for proofs after five minutes, then with pauses that double up to an hour', async () => {
    await anchor(withAlice());
    const asked: number[] = [];
    // Each run knows only what the database has, as after a restart.
    for (let minutes = 5; minutes <= 330; minutes += 5) {
      await laterBy({ minutes: 5 });
      const before = alice.asked.length;
      expect(await anchor(withAlice())).toEqual([]);
      if (alice.asked.length > before) asked.push(minutes);
    }
    expect(asked).toEqual([5, 15, 35, 75, 135, 195, 255, 315]);
    alice.failWith('fails');
    await laterBy({ minutes: 60 });
    expect(await anchor(withAlice())).toHaveLength(1);
    expect(await anchor(withAlice()), 'a failure does not make the pause shorter').toEqual([]);
    alice.failWith(undefined);
    await laterBy({ hours: 7 * 24 });
    await anchor(withAlice());
    expect(alice.asked, 'after a week no more').toHaveLength(10);
  });

  test('several nodes ask a calendar only once for the proof of an anchor', async () => {
    await anchor(withAlice());
    await laterBy({ minutes: 5 });
    await Promise.all([anchor(withAlice()), anchor(withAlice()), anchor(withAlice())]);
    expect(alice.asked).toEqual(['POST /digest', 'GET /timestamp/<message>']);
  });

  test('the anchors show the newest checkpoint in Bitcoin while a newer checkpoint waits for its block', async () => {
    const old = (await readHead(pool())).size;
    alice.mine();
    await anchor(withAlice());
    await laterBy({ hours: 1 });
    const newer = await grow();
    alice.failWith('no promise');
    await anchor({ ...withAlice(), timeStamps: everyone().timeStamps });
    expect((await shown()).map(({ size, bitcoin_block: block }) => [size, block])).toEqual([
      [newer, null],
      [old, calendarBlock],
    ]);
  });

  test('a failed anchor is completed at the next try, and the other anchors are stamped immediately', async () => {
    stamps.failWith('refuses');
    alice.failWith('fails');
    const failures = await anchor();
    expect(failures.map(({ message }) => message)).toEqual([
      expect.stringContaining('refuses with status 2'),
      `${alice.url}: Error: it answers 500`,
    ]);
    expect((await shown())[0]).toMatchObject({ time_stamp: null, calendars: [bob.url] });
    stamps.failWith(undefined);
    alice.failWith(undefined);
    expect(await anchor()).toEqual([]);
    expect((await shown())[0]).toMatchObject({ time_stamp: {}, calendars: [bob.url, alice.url] });
  });

  test('anchors are not shown if all of them failed', async () => {
    await alice.close();
    expect(await anchor(withAlice())).toHaveLength(1);
    expect(await shown()).toEqual([]);
    alice = await startCalendar();
  });

  test.each<[CalendarFault, string]>([
    ['too large', 'more than 10000 bytes'],
    ['cut off', 'ends too early'],
    ['other address', 'it is https://other.example: name this address'],
    ['no promise', 'it promises nothing'],
  ])('an anchor has no promise of a calendar with a wrong answer: %s', async (fault, message) => {
    alice.failWith(fault);
    const failures = await anchor(withAlice());
    expect(failures.map((failure) => failure.message)).toEqual([expect.stringContaining(message)]);
    expect(await shown()).toEqual([]);
  });

  test.each<[CalendarFault, string]>([
    ['no block', 'does not lead to Bitcoin'],
    ['cut off', 'ends too early'],
    ['too large', 'more than 10000 bytes'],
    ['fails', 'it answers 500'],
  ])('an anchor keeps the promise of a calendar whose proof is wrong: %s', async (fault, message) => {
    await anchor(withAlice());
    alice.mine();
    alice.failWith(fault);
    await laterBy({ minutes: 5 });
    const failures = await anchor(withAlice());
    expect(failures.map((failure) => failure.message)).toEqual([expect.stringContaining(message)]);
    expect((await shown())[0]?.bitcoin_block).toBe(null);
    alice.failWith(undefined);
    await laterBy({ minutes: 10 });
    expect(await anchor(withAlice())).toEqual([]);
    expect((await shown())[0]?.bitcoin_block).toBe(calendarBlock);
  });

  test('the files of an anchor are not found by other names', async () => {
    const { size } = await readHead(pool());
    await anchor({ timeStamps: everyone().timeStamps });
    expect((await file(`${size}.tsr`)).headers['content-type']).toBe('application/timestamp-reply');
    const others = [`${size}.ots`, `${size}.txt`, `0${size}`, `${size}9`, '0', '-1', '99999999999999999999'];
    const statuses = await Promise.all(others.map(async (name) => (await file(name)).statusCode));
    expect(statuses).toEqual(others.map(() => 404));
  });

  test('a job makes the anchors of the log', async () => {
    const job = scheduleAnchors({ pool: pool(), logger: florin.app.dependencies.logger, anchors: everyone() });
    await expect.poll(shown, { timeout: 30_000 }).toHaveLength(1);
    await job.stop();
  });

  test.runIf(hasOpenssl)('an anchor has a time stamp that OpenSSL makes and verifies', async () => {
    const openssl = await startOpensslTimeStamps();
    const { size } = await readHead(pool());
    expect(await anchor({ timeStamps: timeStampServer(openssl.url) })).toEqual([]);
    const [checkpoint, stamp] = [await file(size), await file(`${size}.tsr`)];
    expect(openssl.verify(checkpoint.content, stamp.content)).toContain('Verification: OK');
    const other = Buffer.concat([checkpoint.content, Buffer.from('.')]);
    expect(() => openssl.verify(other, stamp.content)).toThrow('Command failed');
    await openssl.close();
  });
});
