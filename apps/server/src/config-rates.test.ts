import { describe, expect, test } from 'vitest';
import { exchangeRatesOf } from './config-rates.ts';

function read(env: Record<string, string>) {
  const problems: string[] = [];
  return { config: exchangeRatesOf(env, problems), problems };
}

describe('EXCHANGE_RATES', () => {
  test('uses exchange rates of a source only if EXCHANGE_RATES names the source', () => {
    expect(read({})).toEqual({ config: undefined, problems: [] });
    expect(read({ EXCHANGE_RATES: '', EXCHANGE_RATES_KEY: 'a-key' }).config).toBeUndefined();
  });

  test('keeps rates of the European Central Bank for four days, and reads files in the bank folder', () => {
    const usual = { from: 'ecb', key: undefined, everySeconds: 600, maxAgeHours: 96 };
    expect(read({ EXCHANGE_RATES: 'ecb' })).toEqual({ config: { ...usual, folder: undefined }, problems: [] });
    const { config } = read({ EXCHANGE_RATES: 'ecb', FLORIN_BANK_DIR: '/srv/bank' });
    expect(config).toEqual({ ...usual, folder: '/srv/bank/rates' });
  });

  test('reads an address that answers JSON, its key, interval and maximum age', () => {
    const address = 'https://rates.example/all?of=usd';
    expect(read({ EXCHANGE_RATES: address, FLORIN_BANK_DIR: '/srv/bank' }).config).toEqual({
      from: new URL(address),
      key: undefined,
      everySeconds: 600,
      maxAgeHours: 72,
      folder: undefined,
    });
    const settings = { EXCHANGE_RATES_KEY: 'a-key', EXCHANGE_RATES_SECONDS: '60', EXCHANGE_RATES_MAX_AGE_HOURS: '2' };
    expect(read({ EXCHANGE_RATES: address, ...settings })).toMatchObject({
      config: { key: 'a-key', everySeconds: 60, maxAgeHours: 2 },
      problems: [],
    });
  });

  test.each(['ECB', 'rates.example', 'ftp://rates.example/hunter2'])(
    'rejects %j as EXCHANGE_RATES without repeating it',
    (text) => {
      const { problems } = read({ EXCHANGE_RATES: text });
      expect(problems).toEqual(['EXCHANGE_RATES must be ecb or an http(s) address that serves JSON.']);
    },
  );

  test('rejects a key with invalid characters without repeating it, and a key for the European Central Bank', () => {
    expect(read({ EXCHANGE_RATES: 'https://rates.example/', EXCHANGE_RATES_KEY: 'hunter2\n' }).problems).toEqual([
      'EXCHANGE_RATES_KEY must contain only letters, digits and punctuation.',
    ]);
    expect(read({ EXCHANGE_RATES: 'ecb', EXCHANGE_RATES_KEY: 'hunter2' }).problems).toEqual([
      'EXCHANGE_RATES_KEY is not for EXCHANGE_RATES=ecb. Remove the key.',
    ]);
  });

  test.each(['0', '1.5', '241', 'a week'])('rejects %j as the maximum age of the rates', (hours) => {
    expect(read({ EXCHANGE_RATES: 'ecb', EXCHANGE_RATES_MAX_AGE_HOURS: hours }).problems[0]).toBe(
      `EXCHANGE_RATES_MAX_AGE_HOURS must be 1 to 240 hours, not "${hours}".`,
    );
  });

  test('rejects a maximum age of rates that is shorter than the polling interval', () => {
    const env = { EXCHANGE_RATES: 'ecb', EXCHANGE_RATES_SECONDS: '7200', EXCHANGE_RATES_MAX_AGE_HOURS: '2' };
    expect(read(env).problems).toEqual([
      expect.stringContaining('EXCHANGE_RATES_MAX_AGE_HOURS must be more than EXCHANGE_RATES_SECONDS'),
    ]);
  });
});
