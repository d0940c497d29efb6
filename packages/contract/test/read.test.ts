import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { pricesEvent } from '../src/markets.ts';
import { changedEvent } from '../src/notifications.ts';
import { readErrorBody, readTicks, readChanged } from '../src/read.ts';
import { errorBody } from '../src/refusal.ts';

const refusal = { detail: 'No.', code: 'bad_credentials', request_id: '1' };
const tick = {
  symbol: 'BTC',
  price: 64_182.4,
  price_exact: '64182.40',
  change: -1.2,
  updated_at: '2026-10-24T15:30:00.000Z',
  paused: null,
};

const nothing = [undefined, null, '', 'text', 7, [], {}, [[]], [null]];

test.each([
  ...nothing,
  refusal,
  { ...refusal, code: 'internal_error' },
  { ...refusal, code: 'toString' },
  { ...refusal, code: 'of another version' },
  { ...refusal, detail: 1 },
  { ...refusal, request_id: undefined },
  { ...refusal, fields: { email: 'This is none' } },
  { ...refusal, fields: { email: 7 } },
  { ...refusal, fields: null },
  { ...refusal, fields: [] },
])('an error is read as its schema reads it: %j', (json) => {
  expect(readErrorBody(json)).toEqual(z.safeParse(errorBody, json).data);
});

test.each([
  ...nothing,
  { topics: [] },
  { topics: ['money', 'account'] },
  { topics: ['money', 'weather'] },
  { topics: 'money' },
  { topics: ['money'], version: 'a' },
  { topics: ['money'], version: 1 },
])('topics are read as their schema reads them: %j', (json) => {
  expect(readChanged(json)).toEqual(z.safeParse(changedEvent, json).data);
});

test.each([
  ...nothing,
  [tick],
  [tick, { ...tick, paused: 'stale' }],
  [{ ...tick, paused: 'lunch' }],
  [{ ...tick, paused: undefined }],
  [{ ...tick, price: '64182.40' }],
  [{ ...tick, price: Number.NaN }],
  [tick, { symbol: 'ETH' }],
  tick,
])('prices are read as their schema reads them: %j', (json) => {
  expect(readTicks(json)).toEqual(z.safeParse(pricesEvent, json).data);
});
