import { onlineManager, type QueryClient } from '@tanstack/react-query';
import { NotOffered } from '../not-offered.ts';
import { serverNow } from '../server-time.ts';
import { currentUser } from '../session.ts';
import { whenIdle } from '../when-idle.ts';
import { ownProofQuery } from './own-proof-query.ts';
import { lastOutcome } from './proof-store.ts';

const everyMs = 10 * 60_000;
const retryMs = 60_000;

/**
 * Checks the proof at every visit: after the first paint, when the browser is idle, and when the window is shown again. At most
 * once in 10 minutes in all windows of the browser.
 */
export function watchOwnProof(queryClient: QueryClient): void {
  let isRunning = false;
  const check = async () => {
    if (isRunning || !isDue(queryClient)) return;
    isRunning = true;
    try {
      await whenIdle(queryClient);
      if (isDue(queryClient)) await queryClient.fetchQuery({ ...ownProofQuery, staleTime: 0 });
    } catch (error) {
      // Without an answer the dashboard keeps the last outcome. A new server has no sums in its first minute.
      if (!(error instanceof NotOffered)) setTimeout(() => void check(), retryMs);
    }
    isRunning = false;
  };
  document.addEventListener('visibilitychange', () => void check());
  onlineManager.subscribe(() => void check());
  const stop = queryClient.getQueryCache().subscribe(() => {
    if (!currentUser(queryClient)) return;
    stop();
    void check();
  });
  void check();
}

function isDue(queryClient: QueryClient): boolean {
  const user = currentUser(queryClient);
  if (!user || document.visibilityState === 'hidden' || !onlineManager.isOnline()) return false;
  return serverNow() - (lastOutcome(user.id)?.at ?? 0) >= everyMs;
}
