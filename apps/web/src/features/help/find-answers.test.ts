import { requestDays } from '@florin/contract';
import { feePercent } from '@florin/money';
import { describe, expect, test } from 'vitest';
import { topics } from './answers.ts';
import { findAnswers } from './find-answers.ts';

const all = topics.flatMap(({ answers }) => answers);
const textOf = (id: string) => all.find((answer) => answer.id === id)?.paragraphs.join(' ') ?? '';

describe('the answers of the help page', () => {
  test('are at least twenty, each with an address of its own', () => {
    expect(all.length).toBeGreaterThanOrEqual(20);
    expect(new Set(all.map(({ id }) => id)).size).toBe(all.length);
  });

  test('name the fees that are charged', () => {
    for (const kind of ['send', 'buy', 'sell', 'exchange'] as const) expect(textOf('fees')).toContain(feePercent(kind));
  });

  test('name the days that a request is open', () => {
    expect(textOf('request')).toContain(`${requestDays} days`);
  });

  test.each([
    ['fee', 'fees'],
    ['SELL coins', 'sell'],
    ['forgot password', 'password'],
    ['   ', 'send'],
  ])('found by %j have %s among them', (search, id) => {
    const found = findAnswers(topics, search).flatMap(({ answers }) => answers.map((answer) => answer.id));
    expect(found).toContain(id);
  });

  test('are none for what no answer speaks of', () => {
    expect(findAnswers(topics, 'submarine')).toEqual([]);
  });
});
