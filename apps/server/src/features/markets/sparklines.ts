import type { Sparkline } from '@florin/contract';
import type { Queryable } from '../../platform/database/pool.ts';
import type { Markets } from './markets.ts';
import { pastPrices } from './past-prices.ts';

/** The period of the change next to the sparkline. */
const shownSeconds = 86_400;
const pointsEach = 25;
const cacheMs = 5 * 60_000;
/** Coins that are missing now may appear soon. */
const incompleteCacheMs = 5_000;

type Dependencies = { readonly pool: Queryable; readonly markets: Pick<Markets, 'symbols' | 'areSimulated'> };

/** Returns all coins' last 24 hours as shapes. The shapes are cached, and loaded once for concurrent callers. */
export function openSparklines({ pool, markets }: Dependencies) {
  let cached: { readonly answer: Promise<Sparkline[]>; until: number } | undefined;

  const load = async () => {
    const symbols = markets.symbols();
    const everySeconds = shownSeconds / (pointsEach - 1);
    const prices = await pastPrices({ pool, markets }, symbols, {
      from: Date.now() / 1000 - shownSeconds,
      everySeconds,
    });
    const shapes = [...prices].map(([symbol, closes]) => ({ symbol, points: shapeOf(closes) }));
    const isComplete = shapes.length > 0 && shapes.every(({ points }) => points.length === pointsEach);
    return { shapes: shapes.filter(({ points }) => points.length > 1), isComplete };
  };

  return {
    list(): Promise<Sparkline[]> {
      if (cached && cached.until > Date.now()) return cached.answer;
      const loading = load();
      const answer = loading.then(({ shapes }) => shapes);
      const entry = { answer, until: Infinity };
      cached = entry;
      loading.then(
        ({ isComplete }) => (entry.until = Date.now() + (isComplete ? cacheMs : incompleteCacheMs)),
        () => (entry.until = 0),
      );
      return answer;
    },
  };
}

/** Scales the known prices from 0 (lowest) to 100 (highest). */
function shapeOf(closes: readonly (number | null)[]): number[] {
  const known = closes.filter((close) => close !== null);
  const [low, high] = [Math.min(...known), Math.max(...known)];
  return known.map((close) => (high === low ? 50 : Math.round(((close - low) / (high - low)) * 100)));
}
