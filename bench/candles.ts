/**
 * Measures recording, pruning and reading price candles of all coins.
 *
 *   npm run florin -- bench candles        MINUTES=2880
 */
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { candleRanges } from '@florin/contract';
import { pruneCandles, recordMinutes } from '../apps/server/src/features/markets/candle-store.ts';
import { readCandles } from '../apps/server/src/features/markets/candles.ts';
import { fillHistory } from '../apps/server/src/features/markets/fill-history.ts';
import { openMarkets } from '../apps/server/src/features/markets/markets.ts';
import { openSparklines } from '../apps/server/src/features/markets/sparklines.ts';
import type { Pool } from '../apps/server/src/platform/database/pool.ts';
import { simulatedPriceFeed } from '../apps/server/src/providers/price-feed/simulated.ts';
import { createProductDatabase, startBenchServer } from './bench-database.ts';
import { load, median, print } from './figures.ts';

const recordedMinutes = Number(process.env['MINUTES'] ?? 2 * 1440);
const reads = 50;
/**
 * About the real frequency of autovacuum. Autovacuum itself would not run, because two simulated days pass in two
 * minutes.
 */
const minutesBetweenVacuums = 100;

const seconds = (since: number) => `${((performance.now() - since) / 1000).toFixed(1)} s`;
const ms = (value: number) => `${value.toFixed(1)} ms`;
const mb = (bytes = Number.NaN) => `${(bytes / 1024 ** 2).toFixed(1)} MB`;

const feed = simulatedPriceFeed({ seed: 'florin' });
const markets = openMarkets(feed);
const symbols = markets.symbols();
const past = (symbol: string, from: number, to: number) => feed.past?.(symbol, from, to);

const server = await startBenchServer();
try {
  const { ownerPool: pool } = await createProductDatabase(server, 'candles');
  print(`${symbols.length} coins, load ${load()}`);
  // The recording starts in the past, as if the server had run for the whole recorded time.
  const begun = Math.floor(Date.now() / 60_000) * 60 - recordedMinutes * 60;
  await measureFilling(pool, begun);
  await measureRecording(pool, begun);
  await measureReading(pool);
  print(`load ${load()}`);
} finally {
  await server.stop();
}

async function measureFilling(pool: Pool, now: number) {
  const signal = new AbortController().signal;
  const lastAsked = new Map<number, number>();
  const watched = (symbol: string, from: number, to: number) => {
    lastAsked.set(to - from, performance.now());
    return past(symbol, from, to);
  };
  const delay = monitorEventLoopDelay({ resolution: 1 });
  delay.enable();
  const [began, cpu] = [performance.now(), process.cpuUsage()];
  const written = await fillHistory({ store: { pool, simulated: true }, symbols, past: watched, signal }, now);
  const { user, system } = process.cpuUsage(cpu);
  delay.disable();
  print(`filling: ${written} candles in ${seconds(began)}, ${((user + system) / 1e6).toFixed(1)} s of CPU in Node`);
  const until = (every: number) => `${(((lastAsked.get(every) ?? began) - began) / 1000).toFixed(1)} s`;
  print(`  days after ${until(86_400)}, hours after ${until(3_600)}, minutes after ${until(60)}`);
  print(`  event loop: p99 ${ms(delay.percentile(99) / 1e6)}, longest ${ms(delay.max / 1e6)}`);
  await printSize(pool);
  const again = performance.now();
  print(
    `filling again: ${await fillHistory({ store: { pool, simulated: true }, symbols, past, signal }, now)} candles in ${seconds(again)}`,
  );
}

async function measureRecording(pool: Pool, begun: number) {
  await pool.query('alter table candles set (autovacuum_enabled = false)');
  const statements: number[] = [];
  const prunes: number[] = [];
  for (let minute = 0; minute < recordedMinutes; minute++) {
    const start = begun + minute * 60;
    const seen = symbols.flatMap((symbol) => {
      const prices = past(symbol, start, start + 60);
      return prices ? [{ symbol, start, ...prices }] : [];
    });
    statements.push(await timed(() => recordMinutes({ pool, simulated: true }, seen)));
    if (minute % minutesBetweenVacuums === 0) await pool.query('vacuum candles');
    if (minute % 60 === 59) prunes.push(await timed(() => pruneCandles(pool, new Date((start + 60) * 1000))));
  }
  print(
    `recording ${recordedMinutes} minutes: ${ms(median(statements))} a minute, ${ms(median(prunes))} to prune an hour`,
  );
  await printSize(pool);
}

async function measureReading(pool: Pool) {
  for (const range of candleRanges) {
    const times: number[] = [];
    let bytes = 0;
    for (let read = 0; read < reads; read++)
      times.push(
        await timed(async () => {
          const answer = await readCandles({ pool, markets }, symbols[read] ?? 'BTC', range);
          bytes = Math.max(bytes, JSON.stringify(answer).length);
        }),
      );
    print(`reading ${range}: ${ms(median(times))}, ${(bytes / 1024).toFixed(1)} KB at most`);
  }
  const sparklines = openSparklines({ pool, markets });
  let bytes = 0;
  const time = await timed(async () => void (bytes = JSON.stringify(await sparklines.list()).length));
  print(`reading the sparklines: ${ms(time)}, ${(bytes / 1024).toFixed(1)} KB`);
}

async function printSize(pool: Pool) {
  const { rows } = await pool.query<{ every: number; candles: number }>(
    'select every, count(*)::int as candles from candles group by every order by every desc',
  );
  const { rows: sizes } = await pool.query<{ table: number; whole: number }>(
    `select pg_table_size('candles')::float8 as table, pg_total_relation_size('candles')::float8 as whole`,
  );
  const [size] = sizes;
  print(`  ${rows.map(({ every, candles }) => `${candles} of ${every} min`).join(', ')}`);
  print(`  ${mb(size?.whole)} with the key, ${mb(size?.table)} without`);
}

async function timed(work: () => Promise<void>): Promise<number> {
  const began = performance.now();
  await work();
  return performance.now() - began;
}
