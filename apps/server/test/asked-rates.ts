import { rateText } from '@florin/money';
import { pino } from 'pino';
import { onTestFinished } from 'vitest';
import { liveRates } from '../src/providers/exchange-rates/live.ts';
import type { KeptRates, RateMemory } from '../src/providers/exchange-rates/rate-memory.ts';
import type { RateSource } from '../src/providers/exchange-rates/rate-source.ts';
import { withText, type Answer, type PriceServer } from './price-server.ts';

/** The European Central Bank's daily file. */
export const ecbXml = (day: string, rates: Record<string, string>, cubes = '') =>
  `<?xml version="1.0" encoding="UTF-8"?>
<gesmes:Envelope xmlns:gesmes="http://www.gesmes.org/xml/2002-08-01" xmlns="http://www.ecb.int/vocabulary/2002-08-01/eurofxref">
	<gesmes:subject>Reference rates</gesmes:subject>
	<gesmes:Sender>
		<gesmes:name>European Central Bank</gesmes:name>
	</gesmes:Sender>
	<Cube>
		<Cube time='${day}'>
${Object.entries({ JPY: '181.24', ...rates })
  .map(([currency, rate]) => `			<Cube currency='${currency}' rate='${rate}'/>`)
  .join('\n')}
		</Cube>
${cubes}	</Cube>
</gesmes:Envelope>`;
/** Dollars and pounds per euro. */
export const usualEcb = { USD: '1.1602', GBP: '0.87225' };
export const withEcb = (day: string, rates: Record<string, string> = usualEcb) =>
  withText(ecbXml(day, rates), 'text/xml');
type Row = { symbol: string; price?: unknown; time?: unknown };
/** Rows with the current time, unless a row has another time. */
export const withRows = (...rows: Row[]): Answer =>
  withText(JSON.stringify(rows.map((row) => ({ time: new Date().toISOString(), ...row }))));
export const withPair = (EUR: unknown, GBP: unknown, time = new Date().toISOString()) =>
  withRows({ symbol: 'EUR', price: EUR, time }, { symbol: 'GBP', price: GBP, time });
/** Keeps rates for the next `openRates`, like the database. */
export function rateMemoryOf(kept?: KeptRates): RateMemory & { kept: KeptRates | undefined } {
  const memory = {
    kept,
    load: async () => memory.kept,
    save: async (next: KeptRates) => void (memory.kept = next),
  };
  return memory;
}
/** Opens rates that send a request only when the test calls `ask`. */
export function openRates(
  server: PriceServer,
  source: RateSource,
  maxAgeHours = 96,
  memory: RateMemory = rateMemoryOf(),
) {
  const log: string[] = [];
  const logger = pino({ level: 'warn' }, { write: (line) => void log.push(line) });
  let onPause: (seconds: number) => void = () => undefined;
  let askAgain: (() => void) | undefined;
  const wait = (seconds: number, signal: AbortSignal) =>
    new Promise<void>((resolve) => {
      if (signal.aborted) return resolve();
      signal.addEventListener('abort', () => resolve());
      askAgain = resolve;
      onPause(seconds);
    });
  const live = liveRates({ sources: [source], maxAgeHours, logger, wait });
  /** Runs one request with this response. Returns the pause after the request. */
  const ask = async (answer: Answer): Promise<number> => {
    server.answers(answer);
    const paused = new Promise<number>((resolve) => (onPause = resolve));
    if (askAgain) askAgain();
    else {
      const polling = live.start?.(memory);
      onTestFinished(() => polling?.stop());
    }
    return paused;
  };
  return { ask, log, ...readable(live) };
}

/** Returns rates in the form that tests compare. */
export const readable = (live: ReturnType<typeof liveRates>) => ({
  dollars: (code: 'EUR' | 'GBP') => rateText(code, 'USD', live.now().rates),
  pause: () => live.now().pause,
  origin: () => live.now().rates.origin,
  rates: () => live.now().rates,
});
