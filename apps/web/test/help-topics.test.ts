import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { defaultPolicy, policyFigures, requestDays } from '@florin/contract';
import { amountOf, feePercent, formatAmount } from '@florin/money';
import { expect, test } from 'vitest';
import { helpFiles, helpFolder, topicsFrom } from '../build/help-topics.ts';
import { configuredTopics as topics } from '../src/features/help/configured-topics.ts';

const sources = helpFiles.map((file) => readFileSync(path.join(helpFolder, file), 'utf8'));
const answers = topics.flatMap((topic) => topic.answers);
const shown = (id: string) => JSON.stringify(answers.find((answer) => answer.id === id)?.blocks);

test('each file of docs/use is a topic of the help page, and each topic is a file', () => {
  expect(readdirSync(helpFolder).toSorted()).toEqual(helpFiles.toSorted());
  const titles = sources.map((text) => /^# (.+)$/m.exec(text)?.[1]);
  expect(topics.map(({ title }) => title)).toEqual(titles);
});

test('each question in docs/use is an answer of the help page with its own anchor', () => {
  const anchors = sources.flatMap((text) => Array.from(text.matchAll(/^## <a id="(.+?)">/gm), ([, id]) => id));
  expect(answers.map(({ id }) => id)).toEqual(anchors);
  expect(new Set(anchors).size).toBe(answers.length);
  expect(answers.filter(({ blocks }) => blocks.length === 0)).toEqual([]);
});

test('links in the help topics lead to answers', () => {
  const targets = Array.from(JSON.stringify(topics).matchAll(/"answer":"([^"]*)"/g), ([, id]) => id);
  expect(targets.length).toBeGreaterThan(0);
  expect(answers.map(({ id }) => id)).toEqual(expect.arrayContaining(targets));
});

const { fees, outflowLimits, plans } = defaultPolicy;

test('the help topics state the fees, limits and prices that the server uses', () => {
  for (const kind of ['send', 'buy', 'sell', 'exchange'] as const)
    expect(shown('fees')).toContain(feePercent(fees[kind]));
  for (const level of [1, 2] as const)
    for (const units of Object.values(outflowLimits[level]))
      expect(shown('limits')).toContain(formatAmount(amountOf('USD', units)).replace('.00', ''));
  expect(shown('plans')).toContain(formatAmount(plans.pro.price));
  expect(shown('plans')).toContain(formatAmount(plans.business.price));
  expect(shown('request')).toContain(`${requestDays} days`);
});

test('docs/use does not contain literal figures or the name of the product', () => {
  const written = Object.values(policyFigures(defaultPolicy)).filter((figure) => /[$%]/.test(figure));
  expect([...written, 'Florin'].filter((figure) => sources.some((text) => text.includes(figure)))).toEqual([]);
  expect(JSON.stringify(topics)).not.toMatch(/\{\{|\}\}/);
});

const withAnswer = (text: string) => new Map([['a.md', `# A\n\n## <a id="one"></a>One?\n\n${text}\n`]]);

test('topicsFrom reads paragraphs, lists, links and figures', () => {
  const [topic] = topicsFrom(withAnswer(`Members' fee & more, it's {{send.fee}}.\nSee [one](#one).\n\n- A\n- B`));
  expect(topic?.answers[0]?.blocks).toEqual([
    { paragraph: ['Members’ fee & more, it’s {{send.fee}}. See ', { text: 'one', answer: 'one' }, '.'] },
    { items: [['A'], ['B']] },
  ]);
});

test.each([
  ['an unknown figure', 'Costs {{send.price}}.', 'unknown placeholder {{send.price}}'],
  ['a link to an unknown question', '[x](a.md#two)', 'leads to no question'],
  ['a link to an unknown file', '[x](b.md#one)', 'leads to no question'],
  ['a link without an anchor', '[x](a.md)', 'leads to no question'],
  ['a repeated anchor', '## <a id="one"></a>Again?\n\nYes.', 'two questions with the anchor one'],
  ['a question without an anchor', '## Two?\n\nYes.', 'has no anchor'],
  ['HTML', 'a <b>b</b>', 'plain text and links, not: <b>'],
  ['a table', '|a|\n|-|\n|b|', 'paragraphs and plain lists, not'],
])('topicsFrom rejects %s', (_, text, problem) => {
  expect(() => topicsFrom(withAnswer(text))).toThrow(problem);
});
