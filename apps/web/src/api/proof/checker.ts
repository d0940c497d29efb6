import { workerUrl } from '../worker-url.ts';
import type { CheckAnswer, CheckRequest } from './answer-request.ts';
import { checkWorker } from './worker-address.ts';

export type Checker = { check: (request: CheckRequest) => Promise<CheckAnswer>; close: () => void };

type Waiting = { resolve: (answer: CheckAnswer) => void; reject: (error: Error) => void };

/** Starts a worker that checks proofs. */
export function openChecker(): Checker {
  const worker = new Worker(workerUrl(checkWorker), { type: 'module' });
  const waiting = new Map<number, Waiting>();
  let lastId = 0;
  worker.addEventListener('message', ({ data: { id, answer } }: MessageEvent<{ id: number; answer: CheckAnswer }>) => {
    waiting.get(id)?.resolve(answer);
    waiting.delete(id);
  });
  worker.addEventListener('error', () => {
    for (const { reject } of waiting.values()) reject(new Error('the worker that checks proofs failed'));
    waiting.clear();
  });
  return {
    check: (request) =>
      new Promise((resolve, reject) => {
        lastId += 1;
        waiting.set(lastId, { resolve, reject });
        worker.postMessage({ id: lastId, request });
      }),
    close: () => worker.terminate(),
  };
}
