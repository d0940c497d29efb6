import { mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { ecbXml, rateMemoryOf, readable, usualEcb, withEcb } from '../../../test/asked-rates.ts';
import { openPriceServer, withReset, type PriceServer } from '../../../test/price-server.ts';
import { ecbDownload, ecbFolder } from './ecb.ts';
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

describe('a folder with files of the European Central Bank', () => {
  const newFolder = () => {
    const folder = mkdtempSync(path.join(process.env['TMPDIR'] ?? '/tmp', 'rates-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    return folder;
  };
  /** Opens rates from a folder and from the download, and polls both all the time. */
  function openBoth(folder: string) {
    const log: string[] = [];
    const logger = pino({ level: 'warn' }, { write: (line) => void log.push(line) });
    const live = liveRates({
      sources: [download(), ecbFolder(folder, logger)],
      maxAgeHours: 96,
      logger,
      wait: (_, signal) => sleep(5, undefined, { signal }).catch(() => undefined),
    });
    const polling = live.start?.(rateMemoryOf());
    onTestFinished(() => polling?.stop());
    return { log, ...readable(live) };
  }

  test('a newer file in the folder has priority over the download, and an older file does not', async () => {
    const folder = newFolder();
    server.answers(withEcb('2026-11-26'));
    const { dollars, origin } = openBoth(folder);
    await expect.poll(() => dollars('EUR')).toBe('1.160200');
    writeFileSync(path.join(folder, 'eurofxref-daily.xml'), ecbXml(friday, { ...usualEcb, USD: '1.1650' }));
    await expect.poll(() => dollars('EUR')).toBe('1.165000');
    expect(origin()).toEqual({ source: 'European Central Bank', at: new Date(`${friday}T13:10:00Z`) });
    moveTo('2026-11-30T16:00:00Z');
    server.answers(withEcb('2026-11-30', { ...usualEcb, USD: '1.1700' }));
    await expect.poll(() => dollars('EUR')).toBe('1.170000');
    await sleep(50);
    expect(dollars('EUR')).toBe('1.170000');
  });

  test('a server that cannot reach the internet needs only the rate files in the folder', async () => {
    const folder = newFolder();
    server.answers(withReset);
    const { pause, dollars } = openBoth(path.join(folder));
    expect(pause()).toBe('stale');
    writeFileSync(path.join(folder, 'monday.XML'), ecbXml(friday, usualEcb));
    await expect.poll(pause).toBeUndefined();
    expect(dollars('EUR')).toBe('1.160200');
  });

  test('skips broken, partial and unrelated files in the folder, and warns about each file once', async () => {
    const folder = newFolder();
    server.answers(withReset);
    writeFileSync(path.join(folder, 'good.xml'), ecbXml(friday, usualEcb));
    writeFileSync(path.join(folder, 'half.xml'), ecbXml(friday, { ...usualEcb, USD: '1.2' }).slice(0, -20));
    writeFileSync(path.join(folder, 'large.xml'), ecbXml(friday, usualEcb).padEnd(100_000));
    writeFileSync(path.join(folder, '.hidden.xml'), ecbXml(friday, { ...usualEcb, USD: '1.3' }));
    writeFileSync(path.join(folder, 'notes.txt'), 'nothing');
    const old = new Date('2020-01-01T00:00:00Z');
    utimesSync(path.join(folder, 'good.xml'), old, old);
    const { pause, dollars, log } = openBoth(folder);
    await expect.poll(pause).toBeUndefined();
    await sleep(50);
    expect(dollars('EUR')).toBe('1.160200');
    const warnings = log.filter((line) => line.includes('are not used'));
    expect(warnings).toHaveLength(2);
    expect(warnings.join()).toMatch(/half\.xml are not used: the file is not complete XML\./);
    expect(warnings.join()).toMatch(/large\.xml are not used: the file is larger than 65536 bytes\./);
  });

  test('the folder of rate files may be missing', async () => {
    server.answers(withEcb(friday));
    const { pause, log } = openBoth(path.join(newFolder(), 'rates'));
    await expect.poll(pause).toBeUndefined();
    expect(log).toEqual([]);
  });
});
