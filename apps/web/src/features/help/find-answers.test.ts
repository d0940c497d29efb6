import { describe, expect, test } from 'vitest';
import { configuredTopics as topics } from './configured-topics.ts';
import { findAnswers } from './find-answers.ts';

describe('help answers', () => {
  test.each([
    ['fee', 'fees'],
    ['SELL coins', 'sell'],
    ['forgot password', 'password'],
    ['buying 1.5%', 'fees'],
    ['   ', 'send'],
  ])('findAnswers matches the search %j to the answer %s', (search, id) => {
    const found = findAnswers(topics, search).flatMap(({ answers }) => answers.map((answer) => answer.id));
    expect(found).toContain(id);
  });

  test('findAnswers returns no answers for an unknown word', () => {
    expect(findAnswers(topics, 'submarine')).toEqual([]);
  });
});
