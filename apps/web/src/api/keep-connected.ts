import { onlineManager } from '@tanstack/react-query';

/** The first wait after a cut; it doubles from one cut to the next. */
const firstWaitMs = 500;
export const longestWaitMs = 15_000;
/** What held for so long was no failure: the next cut begins with the first wait again. */
const steadyMs = 15_000;
/** `for good` where another connection would not help. A connection that fails was cut. */
export type ConnectionEnd = 'cut' | 'for good';

type Connect = (signal: AbortSignal) => Promise<ConnectionEnd>;

/**
 * Keeps one connection up: again after a cut, later each time and at a random moment, so that thousands do not come back
 * at once; and at once when the network is back or the window is looked at again. Returns the way to end it.
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
    if (current !== own) return; // it was let go, and somebody else decides
    current = undefined;
    if (end === 'for good') return stop();
    cuts = performance.now() - startedAt < steadyMs ? cuts + 1 : 1;
    nextTry = setTimeout(() => void start(), waitAfter(cuts));
  };
  const letGo = () => {
    clearTimeout(nextTry);
    const left = current;
    current = undefined;
    left?.abort();
  };

  // Whatever the connection was, it did not survive the network.
  const stopWatchingNetwork = onlineManager.subscribe((online) => {
    letGo();
    if (online) void start();
  });
  const onVisibility = () => void (document.visibilityState === 'visible' && start());
  document.addEventListener('visibilitychange', onVisibility);
  const stop = () => {
    letGo();
    stopWatchingNetwork();
    document.removeEventListener('visibilitychange', onVisibility);
  };
  void start();
  return stop;
}

/** Between half and all of 0.5, 1, 2, 4, 8, 15 seconds. */
function waitAfter(cuts: number): number {
  const most = Math.min(firstWaitMs * 2 ** (cuts - 1), longestWaitMs);
  return most * (0.5 + Math.random() / 2);
}
