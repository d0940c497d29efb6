import { setTimeout as sleep } from 'node:timers/promises';
import type { PriceFeed } from '../../providers/price-feed/price-feed.ts';
import { fillCandles, findGaps, type Candle, type CandleStore, type Gap } from './candle-store.ts';
import { minutes, resolutions, startOf, type Resolution } from './resolutions.ts';

/** So far back the charts of a new server go. */
const filledSeconds = 365 * 86_400;
/** Small enough that nobody waits noticeably for the computing of so many. */
const candlesAtOnce = 500;

type Filling = {
  readonly store: CandleStore;
  readonly symbols: readonly string[];
  readonly past: NonNullable<PriceFeed['past']>;
  /** Cut off, it goes on where it was when it is next called. */
  readonly signal: AbortSignal;
};

/**
 * Fills what is missing of the stored prices from a feed that knows the past, the coarsest first, as it has the charts
 * of the longest time. Safe to run again, or twice at once: the same candles come out.
 *
 * @param now in seconds since 1970
 * @returns how many candles were written
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
      await writing; // the database writes one slice while the next is computed
      writing = fillCandles(store, every, candles);
      writing.catch(() => undefined); // thrown where it is awaited, which may be a while after it failed
      written += candles.length;
      // Most of the work and the least awaited: it leaves half of the time to whoever is there already.
      if (resolution === minutes) await sleep(performance.now() - began);
    }
    await writing;
  }
  return written;
}

const firstStart = ({ every, kept }: Resolution, now: number) =>
  startOf(now - Math.min(kept, filledSeconds), every) + every;

/**
 * The candles before and after a gap were seen in part only, as the server stopped and started in them: they belong to
 * it, and so do the coarser ones around it.
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

/** Each candle of that length that any of the gaps touches, once, coin by coin. */
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
