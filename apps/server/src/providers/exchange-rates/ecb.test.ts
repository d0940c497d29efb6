import { amountOf, defaultFeeRates, priceExchange } from '@florin/money';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { ecbXml, openRates, rateMemoryOf, usualEcb, withEcb } from '../../../test/asked-rates.ts';
import {
  openPriceServer,
  withHalf,
  withReset,
  withSilence,
  withStatus,
  withText,
  type PriceServer,
} from '../../../test/price-server.ts';
import { ecbDownload } from './ecb.ts';
import { liveRates } from './live.ts';

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
const download = () => ecbDownload({ url: `${server.url}/eurofxref-daily.xml`, everySeconds: 600 });

describe('rates of the European Central Bank', () => {
  test('the central bank’s rates are stale before the first answer, and then have a source and a day', async () => {
    const { ask, pause, origin, dollars } = openRates(server, download());
    expect([pause(), origin()]).toEqual(['stale', undefined]);
    expect(await ask(withEcb(friday))).toBe(600);
    expect(pause()).toBeUndefined();
    expect(dollars('EUR')).toBe('1.160200');
    expect(dollars('GBP')).toBe('1.330123'); // 1.1602 / 0.87225
    expect(origin()).toEqual({ source: 'European Central Bank', at: new Date(`${friday}T13:10:00Z`) });
  });

  test('the central bank’s rates give exact crosses, without rounding the dollars per pound', async () => {
    const { ask, rates } = openRates(server, download());
    await ask(withEcb(friday, { USD: '1.2', GBP: '0.9' }));
    const exchanged = (units: bigint, from: 'USD' | 'EUR' | 'GBP', to: 'USD' | 'EUR' | 'GBP') =>
      priceExchange(amountOf(from, units), to, rates(), defaultFeeRates.exchange).received.units;
    // A pound is 4/3 dollars. Any rounded rate loses a cent of the first amount or adds one to the second.
    expect(exchanged(3_000_000_000_000_000_000n, 'GBP', 'USD')).toBe(4_000_000_000_000_000_000n);
    expect(exchanged(4_000_000_000_000_000_000n, 'USD', 'GBP')).toBe(3_000_000_000_000_000_000n);
    expect(exchanged(1_000n, 'EUR', 'USD')).toBe(1_200n);
    expect(exchanged(1_000n, 'EUR', 'GBP')).toBe(900n);
    expect(exchanged(900n, 'GBP', 'EUR')).toBe(1_000n);
  });

  test('Friday’s rates are valid until Tuesday, because there are no rates at weekends', async () => {
    const { ask, pause } = openRates(server, download());
    await ask(withEcb(friday));
    moveTo('2026-11-30T09:00:00Z');
    await ask(withEcb(friday));
    expect(pause()).toBeUndefined();
    moveTo('2026-12-01T23:59:59Z');
    expect(pause()).toBeUndefined();
    moveTo('2026-12-02T00:00:01Z');
    expect(pause()).toBe('stale');
  });

  test('Wednesday’s rates are stale on the next Tuesday, even on a server that just started', async () => {
    moveTo('2026-12-01T09:00:00Z');
    const { ask, pause, origin } = openRates(server, download());
    await ask(withEcb('2026-11-25'));
    expect(pause()).toBe('stale');
    expect(origin()?.at).toEqual(new Date('2026-11-25T13:10:00Z'));
    await ask(withEcb('2026-11-30'));
    expect(pause()).toBeUndefined();
  });

  test('the rates of the day before Good Friday are valid until the end of Easter Monday', async () => {
    moveTo('2026-04-02T16:00:00Z');
    const { ask, pause } = openRates(server, download());
    await ask(withEcb('2026-04-02'));
    moveTo('2026-04-06T23:00:00Z');
    expect(pause()).toBeUndefined();
  });

  test.each([
    ['has no rate for GBP', ecbXml(friday, { USD: '1.1602' })],
    ['has no rate for USD', ecbXml(friday, { GBP: '0.87225' })],
    ['has no day', ecbXml(friday, usualEcb).replace(/ time='[^']*'/, '')],
    ['the day of the rates is invalid', ecbXml('2026-02-30', usualEcb)],
    ['the day of the rates is invalid', ecbXml('27.11.2026', usualEcb)],
    ['has several days', ecbXml(friday, usualEcb, "<Cube time='2026-11-26'/>")],
    ['has two rates for USD', ecbXml(friday, usualEcb, "<Cube currency='USD' rate='1.2'/>")],
    ['not complete XML', ecbXml(friday, usualEcb).slice(0, -10)],
    ['not complete XML', ecbXml(friday, usualEcb).slice(0, 420)],
    ['not complete XML', '<!doctype html'],
    [
      'has a document type',
      `<!DOCTYPE x [<!ENTITY a SYSTEM "file:///etc/passwd">]>${ecbXml(friday, usualEcb).slice(39)}`,
    ],
    ['not complete XML', ecbXml(friday, { ...usualEcb, USD: '&rate;' })],
    ['has no day', '<Envelope><Cube time="2026-11-27"/></Envelope>'],
    ['the rate of USD is zero', ecbXml(friday, { ...usualEcb, USD: '0.000' })],
    ['the rate of USD is not a decimal number', ecbXml(friday, { ...usualEcb, USD: '-1.16' })],
    ['the rate of USD is not a decimal number', ecbXml(friday, { ...usualEcb, USD: '1,16' })],
    ['the rate of USD is not a decimal number', ecbXml(friday, { ...usualEcb, USD: '1e3' })],
    ['the rate of USD is not a decimal number', ecbXml(friday, { ...usualEcb, USD: '' })],
    ['the rate of USD has more than 9 decimals', ecbXml(friday, { ...usualEcb, USD: '1.1602000001' })],
    ['EUR at 11602.000000 dollars is not plausible', ecbXml(friday, { ...usualEcb, USD: '11602' })],
    ['GBP at 11.602000 dollars is not plausible', ecbXml(friday, { ...usualEcb, GBP: '0.1' })],
    ['the time of the rates is in the future', ecbXml('2026-11-28', usualEcb)],
    ['larger than 65536 bytes', ecbXml(friday, usualEcb).replace('\n\t<Cube>', ' '.repeat(70_000))],
  ])('refuses a file of the central bank: %s', async (problem, text) => {
    const { ask, pause, dollars, log } = openRates(server, download());
    moveTo('2026-11-26T16:00:00Z');
    await ask(withEcb('2026-11-26'));
    moveTo(start.toISOString());
    await ask(withText(text, 'text/xml'));
    expect(log.join()).toContain('No exchange rates from 127.0.0.1');
    expect(log.join()).toContain(problem);
    expect([pause(), dollars('EUR')]).toEqual([undefined, '1.160200']);
    await ask(withEcb(friday, { ...usualEcb, USD: '1.1612' }));
    expect(dollars('EUR')).toBe('1.161200');
  });

  test.each([
    ['status 500', withStatus(500)],
    ['cannot connect', withStatus(302, { location: 'http://127.0.0.1:1/' })],
    ['cannot connect', withReset],
    ['cannot connect', withHalf],
  ])('keeps the last rates when the download fails: %s', async (problem, answer) => {
    const { ask, pause, dollars, log } = openRates(server, download());
    await ask(withEcb(friday));
    const requests = server.requests.length;
    const seconds = await ask(answer);
    expect(seconds).toBeLessThanOrEqual(7.5);
    expect(server.requests).toHaveLength(requests + 1);
    expect(log.join()).toContain(problem);
    expect([pause(), dollars('EUR')]).toEqual([undefined, '1.160200']);
  });

  test('a silent rate source does not delay the stop of the server', async () => {
    server.answers(withSilence);
    const logger = pino({ level: 'silent' });
    const live = liveRates({ sources: [download()], maxAgeHours: 96, logger });
    const requests = server.requests.length;
    const polling = live.start?.(rateMemoryOf());
    await expect.poll(() => server.requests.length).toBe(requests + 1);
    await polling?.stop();
    expect(live.now().pause).toBe('stale');
  });

  test('a correction of the same day replaces the rates of that day', async () => {
    const { ask, dollars } = openRates(server, download());
    await ask(withEcb(friday));
    await ask(withEcb(friday, { ...usualEcb, USD: '1.1620' }));
    expect(dollars('EUR')).toBe('1.162000');
    await ask(withEcb('2026-11-26'));
    expect(dollars('EUR')).toBe('1.162000');
  });
});
