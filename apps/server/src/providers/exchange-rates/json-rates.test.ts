import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { openRates, withPair, withRows } from '../../../test/asked-rates.ts';
import { openPriceServer, withStatus, withText, type PriceServer } from '../../../test/price-server.ts';
import { jsonRates } from './json-rates.ts';

const friday = '2026-11-27';
/** An hour after the usual publication. */
const start = new Date(`${friday}T16:00:00.000Z`);

let server: PriceServer;
beforeAll(async () => {
  server = await openPriceServer();
});
beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: start }));
afterEach(() => void vi.useRealTimers());
afterAll(() => server.close());

const advance = (minutes: number) => void vi.setSystemTime(Date.now() + minutes * 60_000);
const json = () => jsonRates({ address: new URL(server.url), key: 'secret-key', everySeconds: 600 });

describe('a JSON source of exchange rates', () => {
  test('a JSON source receives its key and gives exact rates with the source’s time and host', async () => {
    const { ask, pause, rates, origin } = openRates(server, json());
    const older = '2026-11-27T15:58:00.000Z';
    const rows = [
      { symbol: 'usd', price: 1 },
      { symbol: 'EUR', price: 1.160_234_567_891 },
      { symbol: 'GBP', price: '1.330100000000000001', time: older },
      { symbol: 'CHF', price: 'unknown' },
      'nonsense',
    ];
    await ask(
      withText(
        JSON.stringify(rows.map((row) => (typeof row === 'string' ? row : { time: Date.now() / 1000, ...row }))),
      ),
    );
    expect(pause()).toBeUndefined();
    expect(rates().EUR).toEqual({ units: 1_160_234_567_891n, decimals: 12 });
    expect(rates().GBP).toEqual({ units: 1_330_100_000_000_000_001n, decimals: 18 });
    expect(origin()).toEqual({ source: new URL(server.url).host, at: new Date(older) });
    expect(server.requests.at(-1)?.headers.authorization).toBe('Bearer secret-key');
  });

  test.each([
    ['not a list of rates', withText('{"EUR": 1.16, "GBP": 1.33}')],
    ['not JSON', withText('<html>')],
    ['there is no rate for GBP', withText('[{"symbol": "EUR", "price": "1.16", "time": 1795795200}]')],
    [
      'is not a decimal number',
      withText('[{"symbol":"EUR","time":1795795200},{"symbol":"GBP","price":1.3,"time":1795795200}]'),
    ],
    ['the time of the rates is invalid', withText('[{"symbol":"EUR","price":1.16},{"symbol":"GBP","price":1.3}]')],
  ])('keeps the last rates after a bad answer of a JSON source: %s', async (problem, answer) => {
    const { ask, pause, dollars, log } = openRates(server, json());
    await ask(withPair('1.16', '1.33'));
    await ask(answer);
    expect(log.join()).toContain(problem);
    expect([pause(), dollars('EUR')]).toEqual([undefined, '1.160000']);
    expect(log.join()).not.toContain('secret-key');
  });

  test('refuses inverted rates, another base currency, two rates of a currency, and a future time', async () => {
    const { ask, pause, log } = openRates(server, json());
    await ask(withPair('0.8619', '0.7518'));
    await ask(withRows({ symbol: 'USD', price: 0.86 }, { symbol: 'EUR', price: 1 }, { symbol: 'GBP', price: 1.15 }));
    await ask(withRows({ symbol: 'EUR', price: 1 }, { symbol: 'EUR', price: 1.1 }, { symbol: 'GBP', price: 1.15 }));
    await ask(withPair('1.16', '1.33', '2026-11-27T16:02:00Z'));
    expect(log.map((line) => /127\.0\.0\.1:\d+: (.*?)\. Retrying/.exec(line)?.[1])).toEqual([
      'GBP at 0.751800 dollars is not plausible',
      'the rates are not in dollars',
      'there are two rates for EUR',
      'the time of the rates is in the future',
    ]);
    expect(pause()).toBe('stale');
  });

  test('exchange pauses when the rates are old, and resumes with fresh ones', async () => {
    const { ask, pause, dollars } = openRates(server, json(), 2);
    const frozen = withPair('1.16', '1.33');
    await ask(frozen);
    advance(120);
    await ask(frozen);
    expect(pause()).toBeUndefined();
    advance(1);
    await ask(withStatus(503));
    expect(pause()).toBe('stale');
    await ask(withPair('1.17', '1.33'));
    expect([pause(), dollars('EUR')]).toEqual([undefined, '1.170000']);
  });

  test('exchange pauses when this machine’s clock was set back', async () => {
    const { ask, pause } = openRates(server, json());
    await ask(withPair('1.16', '1.33'));
    advance(-60);
    expect(pause()).toBe('stale');
  });
});
