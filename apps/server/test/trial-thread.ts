import { answerTalks } from '../src/platform/threads/answer-talks.ts';

/** A worker thread for tests, which can fail, exit, hang or use up its memory on request. */
answerTalks<string, unknown>(() => {
  let asked = 0;
  return async (question) => {
    asked += 1;
    if (question === 'fail') throw new Error('as it was asked');
    if (question === 'end') process.exit(1);
    if (question === 'stand still') for (;;);
    if (question === 'eat')
      for (const eaten: number[][] = []; ;) eaten.push(Array.from({ length: 100_000 }, Math.random));
    return asked;
  };
});
