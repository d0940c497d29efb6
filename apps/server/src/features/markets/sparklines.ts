import type { Sparkline } from '@florin/contract';
import type { Queryable } from '../../platform/database/pool.ts';
import type { Markets } from './markets.ts';
import { pastPrices } from './past-prices.ts';

/** The period of the change that stands beside the shape. */
const shownSeconds = 86_400;
const pointsEach = 25;
const keptMs = 5 * 60_000;
/** While some are missing they may be on their way. */
const keptIncompleteMs = 5_000;

type Dependencies = { readonly pool: Queryable; readonly markets: Pick<Markets, 'symbols' | 'areSimulated'> };

/** The last 24 hours of every coin, as shapes: asked of the database now and then, and once for all who wait. */
export function openSparklines({ pool, markets }: Dependencies) {
  let kept: { readonly answer: Promise<Sparkline[]>; until: number } | undefined;

  const ask = async () => {
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
      if (kept && kept.until > Date.now()) return kept.answer;
      const asked = ask();
      const answer = asked.then(({ shapes }) => shapes);
      const keeping = { answer, until: Infinity };
      kept = keeping;
      asked.then(
        ({ isComplete }) => (keeping.until = Date.now() + (isComplete ? keptMs : keptIncompleteMs)),
        () => (keeping.until = 0),
      );
      return answer;
    },
  };
}

/** From 0 for the lowest to 100 for the highest price, from the first that is known. */
function shapeOf(closes: readonly (number | null)[]): number[] {
  const known = closes.filter((close) => close !== null);
  const [low, high] = [Math.min(...known), Math.max(...known)];
  return known.map((close) => (high === low ? 50 : Math.round(((close - low) / (high - low)) * 100)));
}
