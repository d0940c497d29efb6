import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { openRates, rateMemoryOf, withEcb } from '../../../test/asked-rates.ts';
import { openPriceServer, withSilence, type PriceServer } from '../../../test/price-server.ts';
import { createTestDatabase, type TestDatabase } from '../../../test/test-database.ts';
import { rateMemory } from '../../features/exchange/rate-memory.ts';
import { ecbDownload } from './ecb.ts';
import type { RateMemory } from './rate-memory.ts';

const friday = '2026-11-27';
const monday = '2026-11-30';

let server: PriceServer;
let database: TestDatabase;
beforeAll(async () => {
  [server, database] = [await openPriceServer(), await createTestDatabase()];
});
beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: new Date(`${friday}T16:00:00Z`) }));
afterEach(async () => {
  vi.useRealTimers();
  await database.ownerPool.query('delete from exchange_rates');
});
afterAll(async () => {
  await Promise.all([server.close(), database.close()]);
});

/** Starts a process with the rates that an earlier process stored. */
const start = (memory: RateMemory = rateMemory(database.pool)) =>
  openRates(server, ecbDownload({ url: `${server.url}/eurofxref-daily.xml`, everySeconds: 600 }), 96, memory);

describe('a restart', () => {
  test('a restart immediately uses the last accepted rates, with their source and time, while the source is silent', async () => {
    await start().ask(withEcb(friday));
    vi.setSystemTime(new Date('2026-11-28T12:00:00Z'));
    const { ask, dollars, pause, origin } = start();
    expect(pause()).toBe('stale');
    void ask(withSilence);
    await expect.poll(pause).toBeUndefined();
    expect([dollars('EUR'), origin()]).toEqual([
      '1.160200',
      { source: 'European Central Bank', at: new Date(`${friday}T13:10:00Z`) },
    ]);
    vi.setSystemTime(new Date('2026-12-03T12:00:00Z'));
    expect(pause()).toBe('stale');
  });

  test('a restart does not accept a jump of the rates, and the next two days confirm the jump', async () => {
    await start().ask(withEcb(friday));
    vi.setSystemTime(new Date(`${monday}T16:00:00Z`));
    const far = { USD: '1.3000', GBP: '0.87225' };
    const first = start();
    await first.ask(withEcb(monday, far));
    expect(first.pause()).toBe('jump');
    const second = start();
    await second.ask(withEcb(monday, far));
    expect([second.pause(), second.dollars('EUR')]).toEqual(['jump', '1.160200']);
    vi.setSystemTime(new Date('2026-12-01T16:00:00Z'));
    await second.ask(withEcb('2026-12-01', far));
    expect([second.pause(), second.dollars('EUR')]).toEqual([undefined, '1.300000']);
    const third = start();
    await third.ask(withEcb('2026-12-01', far));
    expect([third.pause(), third.dollars('EUR')]).toEqual([undefined, '1.300000']);
  });

  test('a restart does not return to rates that are older than the stored rates', async () => {
    await start().ask(withEcb(friday));
    const { ask, dollars } = start();
    await ask(withEcb('2026-11-26', { USD: '1.1500', GBP: '0.87225' }));
    expect(dollars('EUR')).toBe('1.160200');
  });
});

describe('the kept rates', () => {
  test('two nodes store the newest rates', async () => {
    const old = start();
    await old.ask(withEcb('2026-11-26', { USD: '1.1500', GBP: '0.87225' }));
    await start().ask(withEcb(friday));
    await old.ask(withEcb('2026-11-26', { USD: '1.1510', GBP: '0.87225' }));
    expect((await rateMemory(database.pool).load())?.saidAt).toEqual(new Date(`${friday}T13:10:00Z`));
  });

  test('stored rates are read again at the next request if the database does not answer, and polling continues without them', async () => {
    let failures = 1;
    const memory = rateMemoryOf();
    const failing: RateMemory = {
      load: async () => {
        if (failures-- > 0) throw new Error('the database is down');
        return memory.load();
      },
      save: async () => {
        throw new Error('the database is down');
      },
    };
    const { ask, dollars, log } = start(failing);
    await ask(withEcb(friday));
    expect(dollars('EUR')).not.toBe('1.160200');
    await ask(withEcb(friday));
    expect(dollars('EUR')).toBe('1.160200');
    expect(log.join()).toContain('the exchange rates cannot be kept for the next start');
  });

  test('a restart does not use implausible stored rates', async () => {
    const mid = { USD: { units: 1n, decimals: 0 }, EUR: { units: 9n, decimals: 0 }, GBP: { units: 1n, decimals: 0 } };
    const at = new Date(`${friday}T13:10:00Z`);
    const kept = { mid, at, saidAt: at, agesFrom: at, source: 'Nobody', channel: 'nobody' };
    const { ask, dollars } = start(rateMemoryOf(kept));
    await ask(withEcb(friday));
    expect(dollars('EUR')).toBe('1.160200');
  });
});
