import type { KycDraft, KycFile, KycStatus } from '@florin/contract';
import { describe, expect, test } from 'vitest';
import { missingReason, missingTitle, stillMissing, type Item } from './missing-items.ts';

const decidedAt = '2026-10-23T10:00:00.000Z';
const asking = (...items: Item[]): KycStatus => ({
  status: 'needs_more',
  new_name: null,
  level: 1,
  limits: {
    daily: 1_000,
    daily_exact: '1000.00',
    monthly: 5_000,
    monthly_exact: '5000.00',
    used_today: 0,
    used_today_exact: '0.00',
    used_this_month: 0,
    used_this_month_exact: '0.00',
  },
  next_limits: null,
  submitted_at: '2026-10-22T10:00:00.000Z',
  decided_at: decidedAt,
  reasons: items.map((item) => ({ item, reason: 'Not clear.' })),
  may_retry_at: null,
});
const fileOf = (kind: KycFile['kind'], added_at: string): KycFile => ({
  id: kind,
  kind,
  name: `${kind}.jpg`,
  type: 'image/jpeg',
  bytes: 1,
  added_at,
});
const draftOf = (...files: KycFile[]): KycDraft => ({ form: {}, files });
const before = '2026-10-22T09:00:00.000Z';
const after = '2026-10-23T10:00:01.000Z';

test('only files that were uploaded after the decision replace a rejected item', () => {
  const status = asking('document', 'selfie');
  expect(stillMissing(status, draftOf(fileOf('front', before), fileOf('selfie', before)), false)).toEqual([
    'document',
    'selfie',
  ]);
  expect(stillMissing(status, draftOf(fileOf('front', after), fileOf('selfie', before)), false)).toEqual(['selfie']);
  expect(stillMissing(status, draftOf(fileOf('front', before), fileOf('back', after)), false)).toEqual(['selfie']);
  expect(stillMissing(status, draftOf(fileOf('front', after), fileOf('selfie', after)), false)).toEqual([]);
  const passport = {
    ...draftOf(fileOf('front', before), fileOf('back', after)),
    form: { id_type: 'passport' as const },
  };
  expect(stillMissing(asking('document'), passport, false)).toEqual(['document']);
});

test('personal information counts as replaced after the member edited it', () => {
  expect(stillMissing(asking('personal'), draftOf(), false)).toEqual(['personal']);
  expect(stillMissing(asking('personal'), draftOf(), true)).toEqual([]);
});

describe('missingReason', () => {
  test.each([
    [2, ['document', 'selfie'], 'Replace both items first. We keep your other answers.'],
    [2, ['selfie'], 'Replace the Selfie first. We keep your other answers.'],
    [1, ['personal'], 'Check your Personal Info first. We keep your other answers.'],
    [3, ['personal', 'document', 'selfie'], 'Replace all three items first. We keep your other answers.'],
    [3, ['document', 'selfie'], 'Replace the other two items first. We keep your other answers.'],
    [2, [], undefined],
  ] as const)('explains the missing items of %i: %j', (asked, missing, sentence) => {
    expect(missingReason(asked, missing)).toBe(sentence);
  });
});

test.each([
  [1, 'One thing is missing'],
  [2, 'Two things are missing'],
  [3, 'Three things are missing'],
])('the title for %i missing items is %s', (count, title) => {
  expect(missingTitle(count)).toBe(title);
});
