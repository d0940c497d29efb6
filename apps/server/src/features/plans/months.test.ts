import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test/test-database.ts';
import { daysBetween, endOfDayAfter, monthsAfter } from './months.ts';

const text = (start: string, months: number) => monthsAfter(new Date(start), months).toISOString();

describe('monthsAfter', () => {
  test('a paid month ends on the same day or the last day of a shorter month, and returns to the 31st', () => {
    const start = '2027-01-31T10:20:30.400Z';
    expect([1, 2, 3, 12].map((months) => text(start, months))).toEqual([
      '2027-02-28T10:20:30.400Z',
      '2027-03-31T10:20:30.400Z',
      '2027-04-30T10:20:30.400Z',
      '2028-01-31T10:20:30.400Z',
    ]);
  });

  test('monthsAfter handles leap years', () => {
    expect(text('2028-01-30T00:00:00.000Z', 1)).toBe('2028-02-29T00:00:00.000Z');
    expect(text('2028-02-29T23:59:59.999Z', 12)).toBe('2029-02-28T23:59:59.999Z');
    expect(text('2028-02-29T23:59:59.999Z', 48)).toBe('2032-02-29T23:59:59.999Z');
    expect(text('2100-01-29T12:00:00.000Z', 1)).toBe('2100-02-28T12:00:00.000Z');
  });
});

test('a day ends with its last millisecond, across months and years', () => {
  const last = (moment: string) => endOfDayAfter(new Date(moment), 3).toISOString();
  expect(last('2026-11-25T03:00:00.000Z')).toBe('2026-11-28T23:59:59.999Z');
  expect(last('2027-02-28T23:59:59.999Z')).toBe('2027-03-03T23:59:59.999Z');
  expect(last('2026-12-29T00:00:00.000Z')).toBe('2027-01-01T23:59:59.999Z');
});

const moments = fc.date({ min: new Date('2020-01-01'), max: new Date('2120-01-01'), noInvalidDate: true });
const counts = fc.integer({ min: 0, max: 240 });

describe('monthsAfter and daysBetween for any start', () => {
  test('places month ends 28 to 31 days apart', () => {
    fc.assert(
      fc.property(moments, counts, (start, months) => {
        const days = daysBetween(monthsAfter(start, months), monthsAfter(start, months + 1));
        expect(days).toBeGreaterThanOrEqual(28);
        expect(days).toBeLessThanOrEqual(31);
      }),
    );
  });

  test("a month's end keeps the day of the start if the month has that day, and always its time", () => {
    fc.assert(
      fc.property(moments, counts, (start, months) => {
        const end = monthsAfter(start, months);
        const last = new Date(Date.UTC(end.getUTCFullYear(), end.getUTCMonth() + 1, 0)).getUTCDate();
        expect(end.getUTCDate()).toBe(Math.min(start.getUTCDate(), last));
        expect(end.toISOString().slice(10)).toBe(start.toISOString().slice(10));
        expect(end.getUTCFullYear() * 12 + end.getUTCMonth()).toBe(
          start.getUTCFullYear() * 12 + start.getUTCMonth() + months,
        );
      }),
    );
  });

  test('counts a started day as one day, and past days as zero', () => {
    fc.assert(
      fc.property(moments, fc.integer({ min: 1, max: 86_400_000 }), counts, (from, part, days) => {
        const until = new Date(from.getTime() + days * 86_400_000 + part);
        expect(daysBetween(from, until)).toBe(days + 1);
        expect(daysBetween(until, from)).toBe(0);
      }),
    );
  });
});

describe('months in the database', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createTestDatabase();
  });
  afterAll(() => database.close());

  test('computes months in the database as in the application', async () => {
    const samples = fc.sample(fc.tuple(moments, counts), 500);
    const { rows } = await database.pool.query<{ ends: Date }>(
      `select (start at time zone 'UTC' + make_interval(months => months)) at time zone 'UTC' as ends
       from unnest($1::timestamptz[], $2::int[]) with ordinality s (start, months, place) order by place`,
      [samples.map(([start]) => start), samples.map(([, months]) => months)],
    );
    expect(rows.map(({ ends }) => ends.toISOString())).toEqual(
      samples.map(([start, months]) => monthsAfter(start, months).toISOString()),
    );
  });
});
