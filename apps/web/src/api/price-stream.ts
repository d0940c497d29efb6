import { endpoints, readTicks, type PriceTick } from '@florin/contract';
import { api } from './client.ts';
import type { ConnectionEnd } from './keep-connected.ts';
import { listen } from './listen.ts';
import { storedToken } from './stored-session.ts';

/** Listens to the prices of these coins until the connection ends. What is not understood is left out: the lists are still asked for. */
export async function listenToPrices(
  symbols: string,
  onTicks: (ticks: readonly PriceTick[]) => void,
  signal: AbortSignal,
): Promise<ConnectionEnd> {
  if (storedToken() === null) return 'for good';
  return listen(
    (whileHeard) => api.open(endpoints.streamPrices, { query: { symbols } }, { signal: whileHeard }),
    ({ name, data }) => name === 'prices' && onTicks(ticksOf(data)),
    signal,
  );
}

const ticksOf = (data: string): readonly PriceTick[] => readTicks(JSON.parse(data)) ?? [];
