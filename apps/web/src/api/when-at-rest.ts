import type { QueryClient } from '@tanstack/react-query';

/** A call that hangs holds nobody up for longer. */
const longestMs = 3_000;

/** Waits until everything that the page asked for has come, and the browser has nothing else to do. False where a call hangs. */
export async function whenAtRest(queryClient: QueryClient): Promise<boolean> {
  const hasAllCome = await Promise.race([
    nothingUnderWay(queryClient).then(() => true),
    pause(longestMs).then(() => false),
  ]);
  await idle();
  return hasAllCome;
}

function nothingUnderWay(queryClient: QueryClient): Promise<void> {
  return new Promise((resolve) => {
    const look = () => {
      if (queryClient.isFetching() > 0) return;
      stop();
      resolve();
    };
    const stop = queryClient.getQueryCache().subscribe(look);
    look();
  });
}

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/** Safari has no idle callback. */
const idle = () =>
  'requestIdleCallback' in globalThis
    ? new Promise<void>((resolve) => requestIdleCallback(() => resolve(), { timeout: 1_000 }))
    : pause(200);
