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
 * For windows that cannot share a stream: asks now and then at which version the member's things are, without a connection
 * that stays. Returns the way to end it.
 */
export function pollChanges(onVersion: (version: string | undefined) => void): () => void {
  const ask = async () => {
    if (!onlineManager.isOnline()) return;
    const { headers } = await api.open(endpoints.me);
    onVersion(headers.get('florin-version') ?? undefined);
  };
  return whileAwake(() => {
    const poll = () => void ask().catch(() => undefined); // the next one may get through
    const polling = setInterval(poll, pollMs);
    poll();
    return () => clearInterval(polling);
  });
}
