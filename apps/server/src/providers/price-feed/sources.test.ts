import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  openPriceServer,
  withHalf,
  withReset,
  withSilence,
  withStatus,
  withText,
  type Answer,
  type PriceServer,
} from '../../../test/price-server.ts';
import { SourceFailure } from '../polling/source-failure.ts';
import { coinGeckoIds } from './coingecko-ids.ts';
import { coinGeckoSource, maxCoinsPerPage } from './coingecko.ts';
import { jsonSource } from './json-source.ts';
import type { PriceSource } from './price-source.ts';
import { referenceSheet } from './reference-sheet.ts';

let server: PriceServer;
beforeAll(async () => {
  server = await openPriceServer();
});
afterAll(() => server.close());

const recorded = (name: string) => readFileSync(new URL(`recorded/${name}`, import.meta.url), 'utf8');
const never = new AbortController().signal;
const lastRequest = () => server.requests.at(-1);

describe('CoinGecko', () => {
  const source = (plan: 'demo' | 'pro' = 'demo', key?: string) => coinGeckoSource({ plan, key, baseUrl: server.url });

  test('CoinGecko gets one request in dollars for all coins', async () => {
    server.answers(withText('[]'));
    expect(await source().fetch(never)).toEqual([]);
    const { pathname, searchParams } = new URL(lastRequest()?.url ?? '', server.url);
    expect(pathname).toBe('/coins/markets');
    expect(searchParams.get('vs_currency')).toBe('usd');
    expect(searchParams.get('per_page')).toBe('250');
    expect(searchParams.get('ids')?.split(',')).toEqual(Object.values(coinGeckoIds));
    expect(lastRequest()?.headers).not.toHaveProperty('x-cg-demo-api-key');
  });

  test('CoinGecko gets the API key in the header of its plan', async () => {
    server.answers(withText('[]'));
    await source('demo', 'CG-one').fetch(never);
    expect(lastRequest()?.headers).toMatchObject({ 'x-cg-demo-api-key': 'CG-one' });
    await source('pro', 'CG-two').fetch(never);
    expect(lastRequest()?.headers).toMatchObject({ 'x-cg-pro-api-key': 'CG-two' });
  });

  test('reads CoinGecko prices, and skips coins whose id or symbol differs from ours', async () => {
    server.answers(withText(recorded('coingecko-markets.json')));
    const prices = await source().fetch(never);
    expect(prices.map(({ symbol }) => symbol)).toEqual(['BTC', 'ETH', 'USDT', 'SHIB', 'MAGIC']);
    expect(prices[0]).toEqual({
      symbol: 'BTC',
      price: 107182.4619382611,
      at: new Date('2025-07-01T08:59:31.412Z'),
      changePercent24h: -1.18294,
      marketCapUsd: 2131538294713,
      volumeUsd24h: 24871520033.18,
      supply: 19886540,
    });
    expect(prices.at(-1)).toMatchObject({ changePercent24h: undefined, marketCapUsd: 0, volumeUsd24h: 0, supply: 0 });
  });

  test('every coin but USDD has a unique CoinGecko id, all on one page', () => {
    const symbols = referenceSheet.map(({ symbol }) => symbol);
    expect(Object.keys(coinGeckoIds).filter((symbol) => !symbols.includes(symbol))).toEqual([]);
    expect(symbols.filter((symbol) => coinGeckoIds[symbol] === undefined)).toEqual(['USDD']);
    const ids = Object.values(coinGeckoIds);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids.length).toBeLessThanOrEqual(maxCoinsPerPage);
  });
});

describe('a JSON source', () => {
  const source = (address = server.url, key?: string) => jsonSource(new URL(address), key);
  const withPassword = () => server.url.replace('//', '//florin:p%40ss@');

  test('reads the documented JSON format, and ignores times without a zone', async () => {
    server.answers(withText(recorded('json-prices.json')));
    const prices = await source().fetch(never);
    expect(prices.map(({ symbol, price, at }) => [symbol, price, at?.toISOString()])).toEqual([
      ['BTC', '107182.46', '2025-07-01T08:59:31.000Z'],
      ['ETH', 2451.97, '2025-07-01T08:59:31.000Z'],
      ['SOL', 150.1, '2025-07-01T08:59:31.000Z'],
      ['ADA', 0.56, undefined],
      ['XRP', 2.19, undefined],
      ['ZZZ', 1, '2025-07-01T08:59:31.000Z'],
    ]);
    expect(prices[0]).toMatchObject({ changePercent24h: -1.18, marketCapUsd: 2131538294713, supply: 19886540 });
    expect(prices[2]).toMatchObject({ changePercent24h: undefined, marketCapUsd: undefined, supply: undefined });
  });

  test('names a JSON source by its host, and sends its key or the URL’s password', async () => {
    server.answers(withText('[]'));
    expect(source(withPassword()).name).toBe(new URL(server.url).host);
    await source().fetch(never);
    expect(lastRequest()?.headers.authorization).toBeUndefined();
    await source(withPassword()).fetch(never);
    expect(lastRequest()?.headers.authorization).toBe(`Basic ${btoa('florin:p@ss')}`);
    await source(withPassword(), 'secret').fetch(never);
    expect(lastRequest()?.headers.authorization).toBe('Bearer secret');
  });
});

describe('a failed request', () => {
  const failures: [string, Answer, string][] = [
    ['HTML', withText(recorded('gateway-error.html'), 'text/html'), 'the response is not JSON'],
    ['an empty response', withText(''), 'the response is not JSON'],
    ['truncated JSON', withText('[{"symbol": "BTC", '), 'the response is not JSON'],
    ['JSON of another shape', withText(recorded('coingecko-rate-limit.json')), 'the response is not a list of'],
    ['status 500', withStatus(500, {}, recorded('gateway-error.html')), 'status 500'],
    ['status 401', withStatus(401), 'status 401'],
    ['a redirect', withStatus(302, { location: 'http://127.0.0.1:1/' }), 'cannot connect'],
    ['a reset connection', withReset, 'cannot connect (ECONNRESET)'],
    ['a connection reset during the response', withHalf, 'cannot connect'],
    ['a response that is too large', withText(`["${'x'.repeat(9_000_000)}"]`), 'the response is larger than'],
  ];
  const sources: [string, () => PriceSource][] = [
    ['CoinGecko', () => coinGeckoSource({ plan: 'pro', key: 'secret-key', baseUrl: server.url })],
    ['a JSON source', () => jsonSource(new URL(server.url.replace('//', '//florin:secret@')), 'secret-key')],
  ];
  describe.each(sources)('to %s', (_, open) => {
    test.each(failures)(
      'reports %s as a failure of the price source without secrets',
      async (_name, answer, message) => {
        server.answers(answer);
        const failure = await failureOf(open(), never);
        expect(failure.message).toContain(message);
        expect(failure.message).not.toMatch(/secret|127\.0\.0\.1/);
        expect(failure.retryAfterSeconds).toBeUndefined();
      },
    );

    test('reports a refused connection as a failure of the price source', async () => {
      const closedServer = await openPriceServer();
      await closedServer.close();
      const failure = await failureOf(jsonSource(new URL(closedServer.url), 'secret-key'), never);
      expect(failure.message).toBe('cannot connect (ECONNREFUSED)');
    });

    test('a price request fails with the caller’s reason when the caller aborts', async () => {
      server.answers(withSilence);
      const aborter = new AbortController();
      const failure = failureOf(open(), aborter.signal);
      aborter.abort(new SourceFailure('no answer within 10 seconds'));
      expect((await failure).message).toBe('no answer within 10 seconds');
    });

    test('reads Retry-After of a rate-limited response', async () => {
      const text = recorded('coingecko-rate-limit.json');
      const retryAfter = async (status: number, headers: Record<string, string>) => {
        server.answers(withStatus(status, headers, text));
        return (await failureOf(open(), never)).retryAfterSeconds;
      };
      expect(await retryAfter(429, {})).toBe(0);
      expect(await retryAfter(429, { 'retry-after': '90' })).toBe(90);
      expect(await retryAfter(429, { 'retry-after': '999999999' })).toBe(3600);
      expect(await retryAfter(429, { 'retry-after': 'soon' })).toBe(0);
      expect(await retryAfter(503, { 'retry-after': '20' })).toBe(20);
      expect(await retryAfter(503, {})).toBeUndefined();
      const date = await retryAfter(429, { 'retry-after': new Date(Date.now() + 60_000).toUTCString() });
      expect(date).toBeGreaterThan(50);
      expect(date).toBeLessThanOrEqual(60);
    });
  });
});

async function failureOf(source: PriceSource, signal: AbortSignal): Promise<SourceFailure> {
  const failure: unknown = await source.fetch(signal).catch((error: unknown) => error);
  if (!(failure instanceof SourceFailure)) throw new Error(`no failure of the source: ${String(failure)}`);
  return failure;
}
