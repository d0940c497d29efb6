import { watchParent } from './parent-watch.ts';

/** Says what asked this process to stop, and keeps it from ending by itself meanwhile: a signal, or its parent's end. */
export function whenAskedToStop(): Promise<string> {
  const { promise, resolve } = Promise.withResolvers<string>();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, resolve);
  watchParent(() => resolve('the process that started Florin is gone'));
  return promise;
}
