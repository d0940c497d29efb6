import { randomUUID } from 'node:crypto';
import { endpoints, simulationBounds } from '@florin/contract';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { keyClient, makeKey } from '../../../test/api-keys.ts';
import { askForMoney, pay, read, remind } from '../../../test/ask-for-money.ts';
import { actingClient, join, openBusiness } from '../../../test/business.ts';
import { refusedWith } from '../../../test/refused-with.ts';
import { startSecondNode, type SecondNode } from '../../../test/second-node.ts';
import { advance, daySeconds, hourSeconds } from '../../../test/test-clock.ts';
import { asManyAsAServer, createTestApp, type TestApp, type TestMember } from '../../../test/test-app.ts';
import { issueInvoice, payInvoice, readInvoice } from '../../../test/write-invoice.ts';
import { endHeldSends } from '../transfers/index.ts';
import { advanceClock } from './test-clock.ts';

let florin: TestApp;
let other: SecondNode;
let ines: TestMember;
let jonas: TestMember;
beforeAll(async () => {
  florin = await createTestApp({}, {}, asManyAsAServer);
  other = await startSecondNode(florin);
});
beforeEach(async () => {
  [ines, jonas] = [await florin.signUpWith('300.00', 'Ines'), await florin.signUpWith('300.00', 'Jonas')];
});
afterAll(async () => {
  await florin.expectCleanBooks();
  await other.close();
  await florin.close();
});

const clockOf = ({ client }: TestMember) => client.call(endpoints.getTestClock);
const dollars = async ({ client }: TestMember) => (await client.call(endpoints.me)).balances.usd_exact;

describe('the test clock', () => {
  test('the test clock adds up its moves', async () => {
    expect(await clockOf(ines)).toMatchObject({ advanced_seconds: 0 });
    await advance(ines.client, hourSeconds);
    const { now, advanced_seconds: seconds } = await advance(ines.client, daySeconds);
    expect(seconds).toBe(25 * hourSeconds);
    expect(Math.abs(Date.parse(now) - Date.now() - seconds * 1_000)).toBeLessThan(60_000);
    expect(await clockOf(jonas)).toMatchObject({ advanced_seconds: 0 });
  });

  test('the test clock moves once for a repeated call, even at the same moment', async () => {
    const key = randomUUID();
    const moves = await Promise.all([1, 2, 3, 4].map(() => advance(ines.client, hourSeconds, key)));
    expect(moves.map(({ advanced_seconds: seconds }) => seconds)).toEqual(moves.map(() => hourSeconds));
    await expect(advance(ines.client, daySeconds, key)).rejects.toMatchObject(refusedWith('idempotency_key_reused'));
    await Promise.all([1, 2, 3].map(() => advance(ines.client, hourSeconds)));
    expect(await clockOf(ines)).toMatchObject({ advanced_seconds: 4 * hourSeconds });
  });

  test.each([0, -1, 0.5, simulationBounds.advanceSeconds + 1])(
    'the test clock does not move by %d seconds',
    async (seconds) => {
      await expect(advance(ines.client, seconds)).rejects.toMatchObject(refusedWith('invalid_request'));
    },
  );

  test('the test clock moves by at most 100 years in total', async () => {
    for (let year = 0; year < 100; year++) await advance(ines.client, simulationBounds.advanceSeconds);
    await expect(advance(ines.client, 1)).rejects.toMatchObject(
      refusedWith('invalid_request', { detail: expect.stringContaining('100 years') }),
    );
    expect(await clockOf(ines)).toMatchObject({ advanced_seconds: simulationBounds.totalSeconds });
  });

  test('the test clock does not move if the process dies during the move', async () => {
    const request = await askForMoney(ines, jonas);
    const { timeMovers } = florin.app.dependencies;
    const dying = [...timeMovers, () => Promise.reject(new Error('killed'))];
    const command = { key: randomUUID(), requestHash: 0n };
    const clock = { pool: florin.database.pool, timeMovers: dying };
    const move = advanceClock(clock, { id: ines.user.id }, command, 40 * daySeconds);
    await expect(move).rejects.toThrow('killed');
    expect(await clockOf(ines)).toMatchObject({ advanced_seconds: 0 });
    expect(await read(ines, request)).toEqual(request);
  });
});

describe('a moved clock', () => {
  test('a moved test clock expires only the requests of its own account', async () => {
    const [own, theirs] = [await askForMoney(ines, jonas), await askForMoney(jonas, ines)];
    const link = await askForMoney(ines, undefined);
    await advance(ines.client, 29 * daySeconds);
    expect(await read(ines, own)).toMatchObject({ state: 'open', can_remind: true });
    await remind(ines, own);
    await advance(ines.client, daySeconds);
    expect(await read(jonas, own)).toMatchObject({ state: 'expired' });
    expect(await read(ines, link)).toMatchObject({ state: 'expired' });
    expect(await read(ines, theirs)).toMatchObject({ state: 'open', expires_at: theirs.expires_at });
    await expect(pay(jonas, own)).rejects.toMatchObject(refusedWith('request_not_open'));
    await advance(jonas.client, 10 * daySeconds);
    expect(await read(ines, theirs)).toMatchObject({ state: 'open' });
    await pay(ines, theirs);
  });

  test('a moved test clock returns unclaimed money on the posting’s real day', async () => {
    const before = await dollars(ines);
    const body = { recipient_email: `${randomUUID()}@florin.example`, amount: '10.00' };
    const key = { idempotencyKey: randomUUID() };
    const { id } = await ines.client.call(endpoints.sendMoney, { body }, key);
    const run = () => endHeldSends({ ...florin.app.dependencies, logger: pino({ level: 'silent' }) });
    await advance(ines.client, 29 * daySeconds);
    await ines.client.call(endpoints.sendMoney, { body }, key); // a repeat does not begin the 30 days again
    await run();
    expect(await ines.client.call(endpoints.getTransaction, { params: { id } })).toMatchObject({ status: 'pending' });
    await advance(ines.client, daySeconds);
    await Promise.all([run(), run()]);
    const line = await ines.client.call(endpoints.getTransaction, { params: { id } });
    expect(line.status).toBe('returned');
    expect(Math.abs(Date.parse(line.timeline.at(-1)?.at ?? '') - Date.now())).toBeLessThan(60_000);
    expect(await dollars(ines)).toBe(before);
  });

  test('a moved test clock makes an invoice overdue for both sides, but not an invoice that is issued later', async () => {
    const invoice = await issueInvoice(ines);
    await advance(jonas.client, 20 * daySeconds);
    expect(await readInvoice(ines, invoice)).toMatchObject({ state: 'open' });
    await advance(ines.client, 15 * daySeconds);
    expect(await readInvoice(ines, invoice)).toMatchObject({ state: 'overdue', due_on: invoice.due_on });
    expect(await readInvoice(ines, await issueInvoice(ines))).toMatchObject({ state: 'open' });
    await payInvoice(jonas, invoice, '120.00');
    expect(await readInvoice(ines, invoice)).toMatchObject({ state: 'paid' });
  });

  test('a moved test clock ends API keys and replaced secrets on every node', async () => {
    const in2Days = new Date(Date.now() + 2 * daySeconds * 1_000).toISOString();
    const ending = await makeKey(florin, ines.client, { expires_at: in2Days });
    const rotated = await makeKey(florin, ines.client);
    const { secret } = await ines.client.call(endpoints.rotateKey, { params: { id: rotated.key.id }, body: {} });
    const former = [ending, rotated].flatMap((one) => [one.client, keyClient(other, one.secret)]);
    for (const client of former) await client.call(endpoints.listWallets);
    await advance(ending.client, 2 * daySeconds);
    for (const client of former)
      await expect(client.call(endpoints.listWallets)).rejects.toMatchObject(refusedWith('not_signed_in'));
    await keyClient(other, secret).call(endpoints.listWallets);
    await expect(advance(keyClient(other, secret), hourSeconds)).resolves.toBeDefined();
  });

  test('a moved test clock ends a quote', async () => {
    const exchange = { from: 'USD', to: 'EUR', amount: '10.00' } as const;
    const { id } = await ines.client.call(endpoints.createQuote, { body: { kind: 'exchange', ...exchange } });
    await advance(ines.client, hourSeconds);
    await expect(
      ines.client.call(endpoints.exchangeMoney, { body: { ...exchange, quote_id: id } }),
    ).rejects.toMatchObject(refusedWith('quote_expired'));
  });
});

describe('the clock of a business', () => {
  test("an owner or admin can move the test clock of a business, and it is recorded and separate from the person's clock", async () => {
    const acme = await openBusiness(florin, ines);
    const owner = actingClient(florin, ines.token, acme.handle);
    const admin = await join(florin, ines, acme, { person: jonas, role: 'admin' });
    const lea = await florin.signUp('Lea');
    const payer = await join(florin, ines, acme, { person: lea, role: 'payer' });
    await owner.call(endpoints.invitePerson, { body: { email: 'late@florin.example', role: 'viewer' } });
    await expect(advance(payer, daySeconds)).rejects.toMatchObject(refusedWith('role_not_allowed'));
    await advance(owner, daySeconds);
    await advance(admin, 6 * daySeconds);
    expect(await payer.call(endpoints.getTestClock)).toMatchObject({ advanced_seconds: 7 * daySeconds });
    expect(await clockOf(ines)).toMatchObject({ advanced_seconds: 0 });
    const acts = await owner.call(endpoints.listBusinessActs);
    expect(acts.filter(({ did }) => did === 'Moved the test clock')).toHaveLength(2);
    const { invitations } = await owner.call(endpoints.listBusinessPeople);
    expect(invitations).toEqual([]);
  });
});
