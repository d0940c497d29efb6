import { requestDays } from '@florin/contract';
import { feePercent } from '@florin/money';
import { describe, expect, test } from 'vitest';
import { topics } from './answers.ts';
import { findAnswers } from './find-answers.ts';

const all = topics.flatMap(({ answers }) => answers);
const textOf = (id: string) => all.find((answer) => answer.id === id)?.paragraphs.join(' ') ?? '';

describe('help answers', () => {
  test('the help page has at least twenty answers with unique ids', () => {
    expect(all.length).toBeGreaterThanOrEqual(20);
    expect(new Set(all.map(({ id }) => id)).size).toBe(all.length);
  });

  test('the help answer on fees states the fees that the server charges', () => {
    for (const kind of ['send', 'buy', 'sell', 'exchange'] as const) expect(textOf('fees')).toContain(feePercent(kind));
  });

  test('the help answer on requests states when a request expires', () => {
    expect(textOf('request')).toContain(`${requestDays} days`);
  });

  test.each([
    ['fee', 'fees'],
    ['SELL coins', 'sell'],
    ['forgot password', 'password'],
    ['   ', 'send'],
  ])('findAnswers matches the search %j to the answer %s', (search, id) => {
    const found = findAnswers(topics, search).flatMap(({ answers }) => answers.map((answer) => answer.id));
    expect(found).toContain(id);
  });

  test('findAnswers returns nothing for an unknown word', () => {
    expect(findAnswers(topics, 'submarine')).toEqual([]);
  });
});
