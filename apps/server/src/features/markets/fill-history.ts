import { setTimeout as sleep } from 'node:timers/promises';
import type { PriceFeed } from '../../providers/price-feed/price-feed.ts';
import { fillCandles, findGaps, type Candle, type CandleStore, type Gap } from './candle-store.ts';
import { minutes, resolutions, startOf, type Resolution } from './resolutions.ts';

/** The period that the charts of a new server cover. */
const filledSeconds = 365 * 86_400;
/** The size of a slice is small enough that its computation does not noticeably delay other requests. */
const candlesAtOnce = 500;

type Filling = {
  readonly store: CandleStore;
  readonly symbols: readonly string[];
  readonly past: NonNullable<PriceFeed['past']>;
  /** After an abort, the next call continues where this one stopped. */
  readonly signal: AbortSignal;
};

/**
 * Fills the missing candles from a feed with past prices. The coarsest resolution comes first, because it has the
 * longest charts. Repeated or concurrent runs give the same candles.
 *
 * @param now in seconds since 1970
 * @returns the number of candles written
 */
export async function fillHistory({ store, symbols, past, signal }: Filling, now: number): Promise<number> {
  const gaps = await Promise.all(resolutions.map((resolution) => gapsOf(store, symbols, resolution, now)));
  let written = 0;
  for (const resolution of resolutions.toReversed()) {
    const { every } = resolution;
    const upToThis = gaps.slice(0, resolutions.indexOf(resolution) + 1).flat();
    const candleAt = ({ symbol, start }: Place) => pastCandle(past, symbol, start, Math.min(start + every, now));
    let writing = Promise.resolve();
    for (const places of inSlices(placesIn(upToThis, resolution, now))) {
      if (signal.aborted) break;
      const began = performance.now();
      const candles = places.map(candleAt).filter((candle) => candle !== undefined);
      await writing; // the database writes one slice during the computing of the next
      writing = fillCandles(store, every, candles);
      writing.catch(() => undefined); // the error is thrown at the later await
      written += candles.length;
      // Minute candles are most of the work and the least urgent, so this work leaves half of the time to other
      // requests.
      if (resolution === minutes) await sleep(performance.now() - began);
    }
    await writing;
  }
  return written;
}

const firstStart = ({ every, retention }: Resolution, now: number) =>
  startOf(now - Math.min(retention, filledSeconds), every) + every;

/**
 * Returns the gaps, each extended by one candle on both sides. The server saw the candles at both ends only in part,
 * because it stopped and started during them.
 */
async function gapsOf(
  store: CandleStore,
  symbols: readonly string[],
  resolution: Resolution,
  now: number,
): Promise<Gap[]> {
  const { every } = resolution;
  const gaps = await findGaps(store, symbols, {
    every,
    from: firstStart(resolution, now),
    to: startOf(now, every),
  });
  return gaps.map(({ symbol, from, to }) => ({ symbol, from: from - every, to: to + every }));
}

type Place = { readonly symbol: string; readonly start: number };

/** Yields each candle of the given length that overlaps a gap, once, coin by coin. */
function* placesIn(gaps: readonly Gap[], resolution: Resolution, now: number): Generator<Place> {
  const { every } = resolution;
  const first = firstStart(resolution, now);
  for (const [symbol, own] of Map.groupBy(gaps, (gap) => gap.symbol)) {
    const starts = new Set<number>();
    for (const { from, to } of own)
      for (let start = Math.max(first, startOf(from, every)); start < Math.min(to, now); start += every)
        starts.add(start);
    for (const start of [...starts].toSorted((a, b) => a - b)) yield { symbol, start };
  }
}

function* inSlices(places: Iterable<Place>): Generator<Place[]> {
  let slice: Place[] = [];
  for (const place of places) {
    slice.push(place);
    if (slice.length < candlesAtOnce) continue;
    yield slice;
    slice = [];
  }
  if (slice.length > 0) yield slice;
}

function pastCandle(past: Filling['past'], symbol: string, start: number, end: number): Candle | undefined {
  const prices = past(symbol, start, end);
  return prices && { symbol, start, ...prices };
}
