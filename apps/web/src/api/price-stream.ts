import { endpoints, maxWatchedCoins, readTicks, type PriceTick } from '@florin/contract';
import { personApi } from './client.ts';
import { listen } from './listen.ts';
import { canShare, shareStream, type SharedStream } from './share-stream.ts';
import type { Shared } from './stream-leader.ts';
import { storedToken, sessionHash } from './stored-session.ts';

/**
 * Streams the prices that the windows of this session watch, of all accounts. Ignores unknown events, because the lists
 * are polled anyway. Returns undefined if windows cannot share a stream. In that case only the polled lists update
 * prices.
 */
export function sharePrices(
  token: string,
  symbols: readonly string[],
  onTicks: (ticks: readonly PriceTick[]) => void,
  known: (symbols: readonly string[]) => readonly PriceTick[],
): SharedStream | undefined {
  if (!canShare()) return undefined;
  const shared: Shared = {
    name: `florin prices ${sessionHash(token)}`,
    maxWishes: maxWatchedCoins,
    connect: async (together, onEvent, signal) => {
      if (storedToken() === null) return 'for good';
      const query = { symbols: together.join(',') };
      return listen(
        (whileHeard) => personApi.open(endpoints.streamPrices, { query }, { signal: whileHeard }),
        onEvent,
        signal,
      );
    },
    onEvent: ({ name, data }) => name === 'prices' && onTicks(ticksOf(data)),
    snapshot: (wish) => {
      const ticks = known(wish);
      return ticks.length === 0 ? undefined : { name: 'prices', data: JSON.stringify(ticks) };
    },
  };
  return shareStream(shared, symbols);
}

const ticksOf = (data: string): readonly PriceTick[] => readTicks(JSON.parse(data)) ?? [];
