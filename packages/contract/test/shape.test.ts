import { expect, test } from 'vitest';
import { endpoints } from '../src/endpoints.ts';
import type { Endpoint } from '../src/endpoint.ts';
import { shapeOf } from '../src/shape-of.ts';
import { fits } from '../src/shape.ts';

const answers = Object.entries<Endpoint>(endpoints).flatMap(([name, { answer }]) =>
  answer ? [{ name, shape: shapeOf(answer) }] : [],
);
const nonsense = [undefined, null, '', 'text', 7, true, [[]], [null], [7], ['text'], { a: null }];

test.each(answers)('values of other shapes do not fit the response of $name', ({ name, shape }) => {
  // The favorites are a list of strings.
  const others = nonsense.filter((json) => name !== 'listFavoriteCoins' || !Array.isArray(json));
  expect(others.filter((json) => fits(shape, json))).toEqual([]);
});

const shapeNamed = (name: string) => answers.find((answer) => answer.name === name)?.shape ?? 'any';

const wallets = shapeNamed('listWallets');
const dollars = {
  currency: 'USD',
  balance: 1,
  balance_exact: '1.00',
  held: 0,
  held_exact: '0.00',
  available: 1,
  available_exact: '1.00',
};

test.each([
  [[], true],
  [[dollars], true],
  [[{ ...dollars, more: 'of a newer version' }], true],
  [[{ ...dollars, currency: 'JPY' }], false],
  [[{ ...dollars, balance: '1.00' }], false],
  [[{ ...dollars, balance: Number.NaN }], false],
  [[{ ...dollars, held_exact: '0' }], false],
  [[dollars, { ...dollars, held: undefined }], false],
  [dollars, false],
  [null, false],
])('the value %j fits the shape of wallets: %s', (json, expected) => {
  expect(fits(wallets, json)).toBe(expected);
});

test.each([
  ['2026-10-24T15:30:00.000Z', true],
  ['2026-10-24T15:30:00+02:00', true],
  ['2028-02-29T15:30:00Z', true],
  ['2026-02-29T15:30:00Z', false],
  ['2026-02-30T15:30:00Z', false],
  ['2026-11-31', false],
  ['2026-13-01T15:30:00Z', false],
  ['2026-10-24T15:61:00Z', false],
  ['10/24/26', false],
  ['Sat 24 Oct 26', false],
  ['1', false],
  ['yesterday', false],
  [null, false],
])('the value %j fits the shape of a time: %s', (at, expected) => {
  const file = { id: '1', kind: 'front', name: 'a', type: 'image/png', bytes: 1, added_at: at };
  expect(fits(shapeNamed('getKycDraft'), { form: {}, files: [file] })).toBe(expected);
});
