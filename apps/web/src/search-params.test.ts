import { expect, test } from 'vitest';
import { backSearch, nothingBut, paySearch, plainSearch, sendSearch } from './search-params.ts';

test.each(['/pay/ines@florin.example?amount=64', '/dashboard', '/'])('%s is a way back', (back) => {
  expect(nothingBut(backSearch)({ back })).toEqual({ back });
});

test.each(['//evil.example', '/\\evil.example', '/\t/evil.example', 'https://evil.example', 'data:,x', '', 7, null])(
  '%j is none, and does not stay in',
  (back) => {
    // A key that is there without a value covers what the address holds.
    expect(Object.entries(nothingBut(backSearch)({ back }))).toEqual([['back', undefined]]);
  },
);

test('an amount in a currency that is not known is left out of the form, and left to the page of the link', () => {
  expect(sendSearch({ to: 'a@b.example', amount: '64', currency: 'JPY', note: '7' })).toEqual({
    to: 'a@b.example',
    note: '7',
  });
  expect(paySearch({ amount: '64', currency: 'JPY', request: 'r1' })).toEqual({
    amount: '64',
    currency: 'JPY',
    request: 'r1',
  });
});

test.each(['2026110000012345678', '1.50', '"Lunch"', 'true', 'null', '1e3', '007', 'a + b = c & d'])(
  'a note of %j is read as it is written, and written as it was read',
  (note) => {
    const search = `?${new URLSearchParams({ note, amount: '25.00' }).toString()}`;
    expect(plainSearch.parseSearch(search)).toEqual({ note, amount: '25.00' });
    expect(plainSearch.stringifySearch({ note, amount: '25.00', currency: undefined })).toBe(search);
  },
);

test('without values nothing is written', () => {
  expect(plainSearch.stringifySearch({ note: undefined })).toBe('');
});
