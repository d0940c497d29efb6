import { answerTalks } from '../src/platform/threads/answer-talks.ts';

/** A thread for tests, which does to itself what a document could. */
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
