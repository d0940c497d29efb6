import { expect, test } from 'vitest';
import { backSearch, onlyKnown, paySearch, plainSearch, sendSearch } from './search-params.ts';

test.each(['/pay/ines@florin.example?amount=64', '/dashboard', '/'])('accepts %s as the back parameter', (back) => {
  expect(onlyKnown(backSearch)({ back })).toEqual({ back });
});

test.each(['//evil.example', '/\\evil.example', '/\t/evil.example', 'https://evil.example', 'data:,x', '', 7, null])(
  'drops %j as the back parameter',
  (back) => {
    // An undefined value overrides the value in the URL.
    expect(Object.entries(onlyKnown(backSearch)({ back }))).toEqual([['back', undefined]]);
  },
);

test('an amount in an unknown currency is dropped for /send and kept for /pay', () => {
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
  'parsing and writing the query keeps the note %j unchanged',
  (note) => {
    const search = `?${new URLSearchParams({ note, amount: '25.00' }).toString()}`;
    expect(plainSearch.parseSearch(search)).toEqual({ note, amount: '25.00' });
    expect(plainSearch.stringifySearch({ note, amount: '25.00', currency: undefined })).toBe(search);
  },
);

test('an empty search does not write a query string', () => {
  expect(plainSearch.stringifySearch({ note: undefined })).toBe('');
});
