import { onlineManager } from '@tanstack/react-query';

/** The delay after the first cut. Each further cut doubles the delay. */
const firstWaitMs = 500;
export const maxWaitMs = 15_000;
/** A connection that lasted this long resets the delay. */
const stableMs = 15_000;
/** `for good`: a new connection would not help. A failed connection counts as `cut`. */
export type ConnectionEnd = 'cut' | 'for good';

type Connect = (signal: AbortSignal) => Promise<ConnectionEnd>;

/**
 * Keeps one connection open. Reconnects after a cut with a growing random delay, so thousands of clients do not return
 * at once. Reconnects immediately when the network returns or the window becomes visible. Returns a stop function.
 */
export function keepConnected(connect: Connect): () => void {
  let current: AbortController | undefined;
  let cuts = 0;
  let nextTry: ReturnType<typeof setTimeout> | undefined;

  const start = async () => {
    if (current || !onlineManager.isOnline()) return;
    clearTimeout(nextTry);
    const own = new AbortController();
    current = own;
    const startedAt = performance.now();
    const end = await connect(own.signal).catch((): ConnectionEnd => 'cut');
    if (current !== own) return; // stopped or replaced meanwhile
    current = undefined;
    if (end === 'for good') return stop();
    cuts = performance.now() - startedAt < stableMs ? cuts + 1 : 1;
    nextTry = setTimeout(() => void start(), waitAfter(cuts));
  };
  const drop = () => {
    clearTimeout(nextTry);
    const left = current;
    current = undefined;
    left?.abort();
  };

  // A network change breaks the connection.
  const stopWatchingNetwork = onlineManager.subscribe((online) => {
    drop();
    if (online) void start();
  });
  const onVisibility = () => void (document.visibilityState === 'visible' && start());
  document.addEventListener('visibilitychange', onVisibility);
  const stop = () => {
    drop();
    stopWatchingNetwork();
    document.removeEventListener('visibilitychange', onVisibility);
  };
  void start();
  return stop;
}

/** Returns a random delay between half and all of 0.5, 1, 2, 4, 8 or 15 seconds. */
function waitAfter(cuts: number): number {
  const max = Math.min(firstWaitMs * 2 ** (cuts - 1), maxWaitMs);
  return max * (0.5 + Math.random() / 2);
}
