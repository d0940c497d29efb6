import type { QueryClient } from '@tanstack/react-query';

/** The maximum delay of the result by a hanging call. */
const maxWaitMs = 3_000;

/**
 * Waits until all queries have loaded and the browser is idle. Returns false if a query is still loading after 3
 * seconds.
 */
export async function whenIdle(queryClient: QueryClient): Promise<boolean> {
  const hasAllCome = await Promise.race([
    noneFetching(queryClient).then(() => true),
    pause(maxWaitMs).then(() => false),
  ]);
  await idle();
  return hasAllCome;
}

function noneFetching(queryClient: QueryClient): Promise<void> {
  return new Promise((resolve) => {
    const check = () => {
      if (queryClient.isFetching() > 0) return;
      stop();
      resolve();
    };
    const stop = queryClient.getQueryCache().subscribe(check);
    check();
  });
}

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/** Waits for an idle callback, or 200 ms in Safari, which has no idle callbacks. */
const idle = () =>
  'requestIdleCallback' in globalThis
    ? new Promise<void>((resolve) => requestIdleCallback(() => resolve(), { timeout: 1_000 }))
    : pause(200);
