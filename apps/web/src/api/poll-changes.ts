import { endpoints } from '@florin/contract';
import { onlineManager } from '@tanstack/react-query';
import { connect, leave } from './client.ts';
import { overNetwork } from './network.ts';
import { whileAwake } from './while-awake.ts';

const pollMs = 5_000;

const api = connect(leave, (url, init) => {
  const headers = new Headers(init.headers);
  headers.set('florin-version', 'ask');
  return overNetwork(url, { ...init, headers });
});

/**
 * Polls the version of the member's data every 5 seconds, for windows that cannot share a stream. Returns a stop
 * function.
 */
export function pollChanges(onVersion: (version: string | undefined) => void): () => void {
  const fetchVersion = async () => {
    if (!onlineManager.isOnline()) return;
    const { headers } = await api.open(endpoints.me);
    onVersion(headers.get('florin-version') ?? undefined);
  };
  return whileAwake(() => {
    const poll = () => void fetchVersion().catch(() => undefined); // the next poll tries again
    const polling = setInterval(poll, pollMs);
    poll();
    return () => clearInterval(polling);
  });
}
