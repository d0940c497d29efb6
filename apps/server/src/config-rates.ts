import path from 'node:path';
import { secondsOf, webAddress } from './config-feeds.ts';

export type ExchangeRatesConfig = {
  /** The European Central Bank, or a URL that serves JSON (docs/operate/configure.md). May contain a secret. */
  readonly from: 'ecb' | URL;
  readonly key: string | undefined;
  /** The polling interval. */
  readonly everySeconds: number;
  /** Exchange pauses when the rates are older than this. */
  readonly maxAgeHours: number;
  /** The folder of the European Central Bank's files. Undefined: the files are only downloaded. */
  readonly folder: string | undefined;
};

/** Longer than any weekend with holidays. Older rates are a guess. */
const longestHours = 240;
/** The European Central Bank publishes rates on working days only. Other sources often pause at weekends. */
const defaultHours = { ecb: '96', json: '72' };

/** Reads the exchange rates. A problem does not repeat the address or the key, which may contain a secret. */
export function exchangeRatesOf(
  env: Record<string, string | undefined>,
  problems: string[],
): ExchangeRatesConfig | undefined {
  const text = env['EXCHANGE_RATES'];
  if (!text) return undefined;
  const from = text === 'ecb' ? text : webAddress(text);
  if (!from) problems.push('EXCHANGE_RATES must be ecb or an http(s) address that serves JSON.');
  const key = env['EXCHANGE_RATES_KEY'] || undefined;
  if (key !== undefined && !/^[\x21-\x7e]+$/.test(key))
    problems.push('EXCHANGE_RATES_KEY must contain only letters, digits and punctuation.');
  if (key !== undefined && from === 'ecb')
    problems.push('EXCHANGE_RATES_KEY is not for EXCHANGE_RATES=ecb. Remove the key.');
  const everySeconds = secondsOf(env, 'EXCHANGE_RATES_SECONDS', '600', problems);
  const maxAgeHours = maxAgeHoursOf(env, from === 'ecb' ? defaultHours.ecb : defaultHours.json, problems);
  if (maxAgeHours * 3_600 <= everySeconds)
    problems.push(
      'EXCHANGE_RATES_MAX_AGE_HOURS must be more than EXCHANGE_RATES_SECONDS. Otherwise rates are stale before the next update.',
    );
  const bankDir = env['FLORIN_BANK_DIR'];
  return {
    from: from ?? 'ecb',
    key,
    everySeconds,
    maxAgeHours,
    folder: from === 'ecb' && bankDir ? path.resolve(bankDir, 'rates') : undefined,
  };
}

function maxAgeHoursOf(env: Record<string, string | undefined>, defaultValue: string, problems: string[]): number {
  const text = env['EXCHANGE_RATES_MAX_AGE_HOURS'] || defaultValue;
  const hours = Number(text);
  if (!Number.isInteger(hours) || hours < 1 || hours > longestHours)
    problems.push(`EXCHANGE_RATES_MAX_AGE_HOURS must be 1 to ${longestHours} hours, not "${text}".`);
  return hours;
}
