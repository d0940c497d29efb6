import { answerRequest, type CheckRequest } from './answer-request.ts';

/** The worker that checks proofs, so that the page stays quick. */
addEventListener('message', ({ data: { id, request } }: MessageEvent<{ id: number; request: CheckRequest }>) => {
  void answerRequest(request).then((answer) => postMessage({ id, answer }));
});
