import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { openRates, usualEcb, withEcb, withPair } from '../../../test/asked-rates.ts';
import { openPriceServer, type PriceServer } from '../../../test/price-server.ts';
import { ecbDownload } from './ecb.ts';
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

const moveTo = (time: string) => void vi.setSystemTime(new Date(time));
const advance = (minutes: number) => void vi.setSystemTime(Date.now() + minutes * 60_000);
const download = () => ecbDownload({ url: `${server.url}/eurofxref-daily.xml`, everySeconds: 600 });
const json = () => jsonRates({ address: new URL(server.url), key: 'secret-key', everySeconds: 600 });

describe('a jump of the exchange rates', () => {
  test('a jump of the rates pauses exchange until the next day confirms it', async () => {
    const { ask, pause, dollars, log } = openRates(server, download());
    await ask(withEcb(friday));
    moveTo('2026-11-30T16:00:00Z');
    const far = { USD: '1.3000', GBP: '0.87225' };
    await ask(withEcb('2026-11-30', far));
    expect([pause(), dollars('EUR')]).toEqual(['jump', '1.160200']);
    await ask(withEcb('2026-11-30', far));
    expect(pause()).toBe('jump');
    moveTo('2026-12-01T16:00:00Z');
    await ask(withEcb('2026-12-01', { ...far, USD: '1.3100' }));
    expect([pause(), dollars('EUR')]).toEqual([undefined, '1.310000']);
    expect(log.join()).toContain('jumped from EUR 1.160200, GBP 1.330123 to EUR 1.300000');
    expect(log.join()).toContain('are confirmed at EUR 1.310000');
  });

  test('a jump of the rates ends with a correction of the same day near the accepted rates', async () => {
    const { ask, pause, dollars } = openRates(server, download());
    await ask(withEcb(friday));
    moveTo('2026-11-30T16:00:00Z');
    await ask(withEcb('2026-11-30', { ...usualEcb, GBP: '0.7' }));
    expect(pause()).toBe('jump');
    await ask(withEcb('2026-11-30', { ...usualEcb, USD: '1.1650' }));
    expect([pause(), dollars('EUR')]).toEqual([undefined, '1.165000']);
  });

  test('a change of more than 5 % a day is a jump, and the limit is higher after a longer silence', async () => {
    const outcome = async (day: string, USD: string) => {
      const { ask, pause } = openRates(server, download());
      moveTo(start.toISOString());
      await ask(withEcb(friday, { USD: '1.0000', GBP: '0.8' }));
      moveTo(`${day}T16:00:00Z`);
      await ask(withEcb(day, { USD, GBP: String(Number(USD) * 0.8).slice(0, 6) }));
      return pause();
    };
    expect(await outcome('2026-11-28', '1.0500')).toBeUndefined();
    expect(await outcome('2026-11-28', '1.0501')).toBe('jump');
    expect(await outcome('2026-11-28', '0.9523')).toBe('jump');
    expect(await outcome('2026-12-01', '1.1000')).toBeUndefined();
    expect(await outcome('2026-12-01', '1.1001')).toBe('jump');
    expect(await outcome('2027-01-27', '1.1501')).toBe('jump');
  });

  test('three answers of different times confirm a jump of a JSON source', async () => {
    const { ask, pause, dollars } = openRates(server, json());
    await ask(withPair('1.16', '1.33'));
    advance(10);
    const first = withPair('1.30', '1.49');
    await ask(first);
    await ask(first);
    await ask(first);
    expect(pause()).toBe('jump');
    advance(10);
    await ask(withPair('1.31', '1.49'));
    expect([pause(), dollars('EUR')]).toEqual(['jump', '1.160000']);
    advance(10);
    await ask(withPair('1.30', '1.50'));
    expect([pause(), dollars('EUR')]).toEqual([undefined, '1.300000']);
  });
});
