import { vi } from 'vitest';
import { answerRequest, type CheckRequest } from '../src/api/proof/answer-request.ts';

type Message = { id: number; request: CheckRequest };

/** Runs the checks of the worker in the page, because jsdom has no workers. */
class PageWorker extends EventTarget {
  postMessage({ id, request }: Message) {
    // A worker gets a copy of the request, so the request must be plain data.
    void answerRequest(structuredClone(request)).then((answer) =>
      this.dispatchEvent(new MessageEvent('message', { data: structuredClone({ id, answer }) })),
    );
  }
  terminate() {}
}

export const startPageWorkers = () => vi.stubGlobal('Worker', PageWorker);
