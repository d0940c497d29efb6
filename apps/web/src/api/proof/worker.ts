import { answerRequest, type CheckRequest } from './answer-request.ts';

/** The worker that checks proofs, so the page stays responsive. */
addEventListener('message', ({ data: { id, request } }: MessageEvent<{ id: number; request: CheckRequest }>) => {
  void answerRequest(request).then((answer) => postMessage({ id, answer }));
});
