import fc from 'fast-check';
import { test } from 'vitest';
import { dateFormat, type DateParts } from './date-format.ts';

const clock = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const;

const formats: readonly [DateParts, Intl.DateTimeFormatOptions][] = [
  [{ month: 'short' }, { month: 'short' }],
  [
    { month: 'long', day: true },
    { month: 'long', day: 'numeric' },
  ],
  [
    { month: 'short', day: true, year: true },
    { month: 'short', day: 'numeric', year: 'numeric' },
  ],
  [
    { month: 'long', year: true },
    { month: 'long', year: 'numeric' },
  ],
  [
    { weekday: 'short', month: 'short', day: true },
    { weekday: 'short', month: 'short', day: 'numeric' },
  ],
  [
    { weekday: 'long', month: 'long', day: true, year: true },
    { weekday: 'long', month: 'long', day: 'numeric', year: 'numeric' },
  ],
  [{ time: 'minute' }, clock],
  [{ time: 'second' }, { ...clock, second: '2-digit' }],
  [
    { month: 'short', day: true, time: 'minute' },
    { month: 'short', day: 'numeric', ...clock },
  ],
];

const moments = fc.date({ min: new Date('1980-01-01'), max: new Date('2080-01-01'), noInvalidDate: true });

test.each(formats)('dateFormat(%o) matches Intl.DateTimeFormat', (parts, options) => {
  for (const zone of ['UTC', undefined] as const) {
    const ours = dateFormat(zone ? { ...parts, zone } : parts);
    const theirs = new Intl.DateTimeFormat('en', { ...options, timeZone: zone });
    fc.assert(fc.property(moments, (date) => ours(date) === theirs.format(date)));
  }
});
