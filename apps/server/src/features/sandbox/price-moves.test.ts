import { randomUUID } from 'node:crypto';
import { endpoints } from '@florin/contract';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { refusedWith } from '../../../test/refused-with.ts';
import { advance } from '../../../test/test-clock.ts';
import { asManyAsAServer, createTestApp, type TestApp, type TestMember } from '../../../test/test-app.ts';
import { simulatedPriceFeed } from '../../providers/price-feed/simulated.ts';
import { watchPriceMoves } from './index.ts';

let florin: TestApp;
let ines: TestMember;
beforeAll(async () => {
  florin = await createTestApp({ FLORIN_RATE_LIMITS: 'on' }, {}, asManyAsAServer);
  ines = await florin.signUp('Ines');
});
afterAll(() => florin.close());

const move = (symbol: string, percent: number, idempotencyKey: string = randomUUID()) =>
  ines.client.call(endpoints.simulatePriceMove, { body: { symbol, percent } }, { idempotencyKey });

test('moves a price once per key, on every node from the same second on', async () => {
  const nodes = [0, 1].map(() => simulatedPriceFeed({ seed: 'florin' }));
  const still = simulatedPriceFeed({ seed: 'florin' });
  const key = randomUUID();
  const [{ from, until }, repeat] = await Promise.all([move('ETH', 40, key), move('ETH', 40, key)]);
  expect(repeat).toEqual({ symbol: 'ETH', percent: 40, from, until });
  await expect(move('ETH', 41, key)).rejects.toMatchObject(refusedWith('idempotency_key_reused'));
  const watches = nodes.map(({ moves }) => {
    if (!moves) throw new Error('a simulated feed can be moved');
    return watchPriceMoves({ pool: florin.database.pool, logger: pino({ level: 'silent' }), moves });
  });
  const price = (feed: typeof still, at: Date) => Number(feed.priceOf('ETH', at)?.usdPerCoin);
  const begin = new Date(from);
  await expect
    .poll(() => nodes.map((feed) => Math.round((100 * price(feed, begin)) / price(still, begin))), { timeout: 5_000 })
    .toEqual([140, 140]);
  expect(begin.getTime()).toBeGreaterThan(Date.now() - 10_000);
  for (const at of [new Date(begin.getTime() - 1_000), new Date(until)])
    expect(nodes.map((feed) => price(feed, at))).toEqual([price(still, at), price(still, at)]);
  for (const watch of watches) await watch.stop();
});

test('refuses unknown coins and moves beyond 50 %', async () => {
  await expect(move('NOPE', 5)).rejects.toMatchObject(refusedWith('coin_not_found'));
  for (const percent of [51, -50.1])
    await expect(move('BTC', percent)).rejects.toMatchObject(refusedWith('invalid_request'));
});

test('limits a member to ten price moves per hour, and to sixty clock moves per minute', async () => {
  const lea = await florin.signUp('Lea');
  const codes = async (calls: readonly Promise<unknown>[]) =>
    (await Promise.allSettled(calls)).filter(({ status }) => status === 'rejected').length;
  const body = { symbol: 'BTC', percent: 1 };
  const moves = Array.from({ length: 12 }, () => lea.client.call(endpoints.simulatePriceMove, { body }));
  expect(await codes(moves)).toBe(2);
  expect(await codes(Array.from({ length: 61 }, () => advance(lea.client, 1)))).toBe(1);
  await expect(advance(lea.client, 1)).rejects.toMatchObject(refusedWith('too_many_requests'));
});
