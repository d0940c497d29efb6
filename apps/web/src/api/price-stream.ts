import { CallRefused, endpoints, pricesEvent, type PriceTick } from '@florin/contract';
import { api } from './client.ts';
import { readEvents } from './event-stream.ts';
import type { ConnectionEnd } from './keep-connected.ts';
import { storedToken } from './stored-session.ts';
import { watchSilence } from './watch-silence.ts';

/** Listens to the prices of these coins until the connection ends. What is not understood is left out: the lists are still asked for. */
export async function listenToPrices(
  symbols: string,
  onTicks: (ticks: readonly PriceTick[]) => void,
  signal: AbortSignal,
): Promise<ConnectionEnd> {
  if (storedToken() === null) return 'for good';
  const silence = watchSilence(signal);
  try {
    const { body } = await api.open(endpoints.streamPrices, { query: { symbols } }, { signal: silence.signal });
    if (body === null) return 'cut';
    for await (const { name, data } of readEvents(body, silence.broken)) {
      if (name === 'prices') onTicks(ticksOf(data));
    }
    return 'cut';
  } catch (error) {
    // The session is over, and the client has seen to that already.
    if (error instanceof CallRefused && error.status === 401) return 'for good';
    throw error;
  } finally {
    silence.stop();
  }
}

function ticksOf(data: string): readonly PriceTick[] {
  const event = pricesEvent.safeParse(JSON.parse(data));
  return event.success ? event.data : [];
}
