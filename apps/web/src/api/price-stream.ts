import { endpoints, maxWatchedCoins, readTicks, type PriceTick } from '@florin/contract';
import { api } from './client.ts';
import { listen } from './listen.ts';
import { canShare, shareStream, type SharedStream } from './share-stream.ts';
import type { Shared } from './stream-leader.ts';
import { storedToken, windowsOf } from './stored-session.ts';

/**
 * The prices that the windows of this session watch, in one stream. What is not understood is left out: the lists are
 * still asked for, and are all there is where windows cannot share.
 */
export function sharePrices(
  token: string,
  symbols: readonly string[],
  onTicks: (ticks: readonly PriceTick[]) => void,
  known: (symbols: readonly string[]) => readonly PriceTick[],
): SharedStream | undefined {
  if (!canShare()) return undefined;
  const shared: Shared = {
    name: `florin prices ${windowsOf(token)}`,
    most: maxWatchedCoins,
    connect: async (together, onEvent, signal) => {
      if (storedToken() === null) return 'for good';
      const query = { symbols: together.join(',') };
      return listen(
        (whileHeard) => api.open(endpoints.streamPrices, { query }, { signal: whileHeard }),
        onEvent,
        signal,
      );
    },
    hear: ({ name, data }) => name === 'prices' && onTicks(ticksOf(data)),
    greet: (wish) => {
      const ticks = known(wish);
      return ticks.length === 0 ? undefined : { name: 'prices', data: JSON.stringify(ticks) };
    },
  };
  return shareStream(shared, symbols);
}

const ticksOf = (data: string): readonly PriceTick[] => readTicks(JSON.parse(data)) ?? [];
