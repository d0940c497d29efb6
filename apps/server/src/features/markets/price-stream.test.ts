import type { AddressInfo } from 'node:net';
import { endpoints, maxWatchedCoins, pricesEvent, type PriceTick } from '@florin/contract';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { eventStream } from '../../../test/event-stream.ts';
import { movingFeed } from '../../../test/moving-feed.ts';
import { createTestApp, type TestApp, type TestMember } from '../../../test/test-app.ts';
import { openIdentities, authenticator } from '../identity/index.ts';
import { openMarkets } from './markets.ts';
import { openPriceStream, type PriceStream } from './price-stream.ts';

const market = movingFeed({ BTC: '50000.00', ETH: '2000.00', SOL: '150.00' });
let florin: TestApp;
let ines: TestMember;
beforeAll(async () => {
  florin = await createTestApp({}, { feed: market.feed });
  await florin.app.http.listen({ host: '127.0.0.1', port: 0 });
});
beforeEach(async () => {
  market.set('BTC', '50000.00');
  market.resume();
  ines = await florin.signUp('Ines');
});
afterAll(() => florin.close());

const open = new Set<AbortController>();
afterEach(() => {
  for (const connection of open) connection.abort();
  open.clear();
});

async function connect(path: string, token = ines.token) {
  const { port } = florin.app.http.server.address() as AddressInfo;
  const connection = new AbortController();
  open.add(connection);
  const answer = await fetch(`http://127.0.0.1:${port}/api${path}`, {
    headers: { authorization: `Bearer ${token}`, 'accept-encoding': 'gzip, br' },
    signal: connection.signal,
  });
  if (!answer.body) throw new Error('The response has no body.');
  return { answer, ...eventStream(answer.body) };
}

/** Opens a page that watches these coins. */
async function page(symbols: string, token?: string) {
  const { nextOf, ...rest } = await connect(`/crypto/prices?symbols=${symbols}`, token);
  return { ...rest, prices: async (withinMs = 5_000) => z.parse(pricesEvent, await nextOf('prices', withinMs)) };
}

const symbolsOf = (ticks: readonly PriceTick[]) => ticks.map(({ symbol }) => symbol);

describe('a page that watches prices', () => {
  test('sends all known watched coins first, as an uncompressed and uncached event stream', async () => {
    const { answer, prices, text } = await page('ETH,NOPE,btc,ETH');
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
    expect(answer.headers.get('content-encoding')).toBeNull();
    expect(answer.headers.get('cache-control')).toBe('no-store, no-transform');
    const [eth, btc, ...more] = await prices();
    expect(eth).toMatchObject({ symbol: 'ETH', price: 2000, price_exact: '2000.00', change: 0, paused: null });
    expect(btc?.symbol).toBe('BTC');
    expect(more).toEqual([]);
    expect(text()).toMatch(/^retry: \d+\n\nevent: prices\n/);
  });

  test('sends only changed prices after the first list', async () => {
    const { prices, text } = await page('BTC,ETH,SOL');
    await prices();
    market.set('BTC', '50001.00');
    expect(await prices()).toMatchObject([{ symbol: 'BTC', price_exact: '50001.00' }]);
    market.pause('SOL', 'stale');
    expect(await prices()).toMatchObject([{ symbol: 'SOL', paused: 'stale' }]);
    await expect(prices(2_500)).rejects.toThrow('no prices event arrived');
    expect(text().match(/event: prices/g)).toHaveLength(3);
  });

  test('a price stream of unknown coins sends only an empty list', async () => {
    const { prices } = await page('NOPE');
    expect(await prices()).toEqual([]);
  });

  test('limits the coins of a price stream to the maximum', async () => {
    const many = movingFeed(Object.fromEntries(Array.from({ length: 99 }, (_, index) => [`C${index}`, '1.00'])));
    const stream = openPriceStream({ markets: openMarkets(many.feed), authenticate: async () => undefined });
    const { nextOf } = eventStream(
      stream.open(ines.user.id, ines.token, [...Array(99).keys()].map((n) => `C${n}`).join()),
    );
    expect(z.parse(pricesEvent, await nextOf('prices'))).toHaveLength(maxWatchedCoins);
    await stream.close();
  });

  test('rejects a price stream without a session', async () => {
    const { answer } = await page('BTC', 'nonsense');
    expect(answer.status).toBe(401);
  });
});

describe('the price streams of a member', () => {
  test('allows ten price streams per member, ends the oldest, and counts event streams separately', async () => {
    const events = await connect('/events');
    await events.next();
    const first = await page('BTC');
    const others = await Promise.all(Array.from({ length: 9 }, () => page('BTC')));
    await Promise.all([first, ...others].map(({ prices }) => prices()));
    const eleventh = await page('BTC');
    await first.ended;
    await eleventh.prices();
    market.set('BTC', '50002.00');
    for (const { prices } of [...others, eleventh]) expect(symbolsOf(await prices())).toEqual(['BTC']);
    await ines.client.call(endpoints.markNotificationsRead, { body: { until: new Date().toISOString() } });
    expect(await events.next()).toEqual(['notifications']);
  });
});

describe('the stream of prices', () => {
  let stream: PriceStream;
  afterEach(() => stream.close());
  const markets = () => openMarkets(market.feed);
  const openOn = (changes: Partial<Parameters<typeof openPriceStream>[0]> = {}) => {
    const { pool } = florin.database;
    stream = openPriceStream({
      markets: markets(),
      authenticate: authenticator(openIdentities(pool)),
      lookEveryMs: 20,
      ...changes,
    });
    return stream;
  };

  test('polls each watched coin once for all streams, and polls nothing without streams', async () => {
    const polled: string[][] = [];
    const all = markets();
    openOn({ markets: { ticks: (symbols) => (polled.push([...symbols]), all.ticks(symbols)) } });
    const readers = [stream.open('ines', '', 'BTC,ETH'), stream.open('hana', '', 'ETH,SOL')];
    await Promise.all(readers.map((reader) => eventStream(reader).nextOf('prices')));
    expect(polled.at(-1)?.toSorted()).toEqual(['BTC', 'ETH', 'SOL']);
    for (const reader of readers) reader.destroy();
    await new Promise((resolve) => setTimeout(resolve, 100));
    const before = polled.length;
    await new Promise((resolve) => setTimeout(resolve, 200));
    expect(polled).toHaveLength(before);
  });

  test('a price stream sends keep-alive comments and ends with its session', async () => {
    openOn({ commentEveryMs: 50 });
    const { nextOf, text, ended } = eventStream(stream.open(ines.user.id, ines.token, 'BTC'));
    await nextOf('prices');
    await expect.poll(text).toContain(': still here\n\n');
    await ines.client.call(endpoints.logout);
    await ended;
  });

  test('ends a price stream that its client does not read', async () => {
    openOn({ lookEveryMs: 1 });
    const unread = stream.open(ines.user.id, ines.token, 'BTC,ETH,SOL');
    let cents = 0;
    await expect
      .poll(
        () => {
          market.set('BTC', `50000.${String((cents += 1) % 100).padStart(2, '0')}`);
          return unread.destroyed;
        },
        { timeout: 110_000, interval: 2 },
      )
      .toBe(true);
  });

  test('ends all price streams at shutdown and rejects later streams', async () => {
    openOn();
    const { ended, nextOf } = eventStream(stream.open(ines.user.id, ines.token, 'BTC'));
    await nextOf('prices');
    await stream.close();
    await ended;
    const after = eventStream(stream.open(ines.user.id, ines.token, 'BTC'));
    await after.ended;
    expect(after.text()).toMatch(/^retry: \d+\n\n$/);
  });
});
