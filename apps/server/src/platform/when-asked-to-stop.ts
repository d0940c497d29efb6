import { watchParent } from './parent-watch.ts';

/** Resolves with the stop signal or the loss of the parent process. Prevents the default exit on these signals. */
export function whenAskedToStop(): Promise<string> {
  const { promise, resolve } = Promise.withResolvers<string>();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, resolve);
  watchParent(() => resolve('the parent process has ended'));
  return promise;
}
