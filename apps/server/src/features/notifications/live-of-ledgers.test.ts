import { endpoints, eventTopics } from '@florin/contract';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { eventStream } from '../../../test/event-stream.ts';
import { bringUp, fundedInLedger, memberInLedger, takeDown } from '../../../test/member-in-ledger.ts';
import { createTestApp, type TestApp, type TestMember } from '../../../test/test-app.ts';
import { authenticator, openIdentities } from '../identity/index.ts';
import { openLive, type Live } from './live.ts';

let florin: TestApp;
let other: TestApp['database'];
let live: Live;
const logged: string[] = [];
beforeAll(async () => {
  florin = await createTestApp({}, {}, { ledgers: 2 });
  const [, second] = florin.ledgers;
  if (!second) throw new Error('there are two ledgers');
  other = second;
});
beforeEach(() => {
  const authenticate = authenticator(openIdentities(florin.database.pool));
  const logger = pino({ level: 'warn' }, { write: (line: string) => logged.push(line) });
  live = openLive({ ...florin.app.dependencies, authenticate, logger, lookEveryMs: 20 });
});
afterEach(() => live.close());
afterAll(async () => {
  await florin.expectCleanBooks();
  await florin.close();
});

/** Opens a page of a member, and waits for its first event. */
async function page({ user, token }: TestMember) {
  const { next } = eventStream(live.open(user.id, token));
  expect(await next()).toEqual(eventTopics);
  return next;
}

const pay = (from: TestMember, to: TestMember) =>
  from.client.call(endpoints.sendMoney, { body: { recipient_email: to.user.email, amount: '1.00' } });

test.each([
  [0, 1],
  [1, 0],
])('notifies the pages of both sides of a payment from ledger %i to ledger %i', async (from, to) => {
  const [payer, payee] = [await fundedInLedger(florin, from, '10'), await memberInLedger(florin, to)];
  const pages = [await page(payer), await page(payee)];
  await pay(payer, payee);
  for (const next of pages) expect(await next()).toEqual(expect.arrayContaining(['money', 'notifications']));
});

test('notifies the pages of other ledgers while a ledger is down, and the pages of its members when it is up', async () => {
  const [ines, hana] = [await fundedInLedger(florin, 0, '10'), await memberInLedger(florin, 0)];
  const lea = await fundedInLedger(florin, 1, '10');
  const [ofHana, ofLea] = [await page(hana), await page(lea)];
  await takeDown(florin, other);
  try {
    await pay(ines, hana);
    expect(await ofHana()).toEqual(['money', 'notifications']);
    await expect.poll(() => logged.length).toBe(1);
  } finally {
    await bringUp(florin, other);
  }
  expect(await ofLea()).toEqual(expect.arrayContaining(['money', 'notifications']));
});
