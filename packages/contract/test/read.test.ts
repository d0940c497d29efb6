import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { pricesEvent } from '../src/markets.ts';
import { changedEvent } from '../src/notifications.ts';
import { readErrorBody } from '../src/read-error-body.ts';
import { readTicks, readChanged } from '../src/read-events.ts';
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

test.each([refusal, { ...refusal, code: 'internal_error' }, { ...refusal, fields: { email: 'This is none' } }])(
  'readErrorBody agrees with the schema on an error of this version: %j',
  (json) => {
    expect(readErrorBody(json)).toEqual(z.parse(errorBody, json));
  },
);

test.each([
  { detail: 'No.' },
  { ...refusal, code: 'toString' },
  { ...refusal, code: 'of another version' },
  { ...refusal, code: 7, request_id: 7, fields: { email: 7 } },
  { ...refusal, request_id: undefined },
  { ...refusal, fields: null },
  { ...refusal, fields: [] },
])('readErrorBody keeps the detail of a partly unreadable error: %j', (json) => {
  expect(readErrorBody(json)?.detail).toBe('No.');
});

test.each([{ ...refusal, code: 'of another version' }])(
  'readErrorBody leaves out an error code of another version: %j',
  (json) => {
    expect(readErrorBody(json)).toEqual({ detail: 'No.', request_id: '1' });
  },
);

test.each([...nothing, { detail: 1 }, { detail: '' }, { detail: [{ msg: 'field required' }] }, { error: 'No.' }])(
  'readErrorBody returns undefined without a detail: %j',
  (json) => {
    expect(readErrorBody(json)).toBeUndefined();
  },
);

test.each([
  ...nothing,
  { topics: [] },
  { topics: ['money', 'account'] },
  { topics: ['money', 'weather'] },
  { topics: 'money' },
  { topics: ['money'], version: 'a' },
  { topics: ['money'], version: 1 },
])('readChanged agrees with the schema: %j', (json) => {
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
])('readTicks agrees with the schema: %j', (json) => {
  expect(readTicks(json)).toEqual(z.safeParse(pricesEvent, json).data);
});
