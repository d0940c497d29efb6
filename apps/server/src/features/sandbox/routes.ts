import { endpoints } from '@florin/contract';
import { routesFor } from '../../platform/http/route.ts';
import { Refusal } from '../../platform/refusal.ts';
import type { SimulatedMoves } from '../../providers/price-feed/price-feed.ts';
import type { SignedIn } from '../identity/index.ts';
import type { Markets } from '../markets/index.ts';
import { movePrice } from './price-moves.ts';
import { advanceClock, readClock, type ClockDependencies } from './test-clock.ts';

type Dependencies = ClockDependencies & {
  readonly mode: 'sandbox' | 'live';
  readonly markets: Markets;
  /** Undefined if the prices are real. */
  readonly priceMoves: SimulatedMoves | undefined;
};

const route = routesFor<SignedIn>();

export function sandboxRoutes(dependencies: Dependencies) {
  const { pool, mode, priceMoves } = dependencies;
  const assertSandbox = () => {
    if (mode === 'live') throw nothingHere();
  };
  return [
    route(endpoints.getTestClock, async ({ member }) => {
      assertSandbox();
      return readClock(pool, member.id);
    }),
    route(endpoints.advanceTestClock, async ({ member, command, body }) => {
      assertSandbox();
      return advanceClock(dependencies, member, command, body.advance_seconds);
    }),
    route(endpoints.simulatePriceMove, async ({ command, body }) => {
      assertSandbox();
      if (!priceMoves) throw new Refusal('not_found', 'This sandbox has real prices, which cannot be moved.');
      return movePrice(dependencies, command, body);
    }),
  ];
}

const nothingHere = () => new Refusal('not_found', 'There is nothing here.');
