import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { daysLeftText } from '../wallet-ui/payment-request/request-words.ts';
import { ago } from '../shell/ago.ts';
import { deviceNow, noteServerTime, onServer, serverDate, serverNow } from './server-time.ts';

const now = Date.UTC(2026, 10, 21, 9, 30, 12, 400);
const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

beforeEach(() => void vi.useFakeTimers({ now, toFake: ['Date'] }));
afterEach(() => {
  vi.setSystemTime(now);
  answer(now);
  vi.useRealTimers();
});

/** An answer whose header has the server's time, cut to seconds. */
const answer = (serverTime: number, sentAt = deviceNow()) =>
  noteServerTime(new Response(null, { headers: { date: new Date(serverTime).toUTCString() } }), sentAt);

test.each([
  ['3 hours ahead', 3 * hourMs],
  ['2 days behind', -2 * dayMs],
  ['400 days ahead', 400 * dayMs],
])('a device whose clock is %s shows ages and deadlines by the server’s', (_, off) => {
  vi.setSystemTime(now + off);
  answer(now);
  expect(Math.abs(serverNow() - now)).toBeLessThan(1_000);
  expect(ago(new Date(now - 5 * 60_000).toISOString())).toBe('5 min ago');
  expect(daysLeftText(new Date(now + 2 * dayMs - hourMs).toISOString())).toBe('2 days left');
  expect(serverDate().toISOString().slice(0, 10)).toBe('2026-11-21');
  expect(Math.abs(onServer(deviceNow()) - now)).toBeLessThan(1_000);
});

test('what the header leaves open, or the way of an answer may be, changes nothing', () => {
  answer(now);
  vi.setSystemTime(now + 1_700);
  answer(now);
  expect(serverNow()).toBe(now + 1_700);
  vi.setSystemTime(now + 10_000);
  answer(now + 4_000, now);
  expect(serverNow()).toBe(now + 10_000);
});

test('an answer without the time, or with one that is none, changes nothing', () => {
  noteServerTime(new Response(null), deviceNow());
  noteServerTime(new Response(null, { headers: { date: 'yesterday' } }), deviceNow());
  expect(serverNow()).toBe(now);
});

test('the next page knows the time before it has heard of it, as it may have no network', async () => {
  vi.setSystemTime(now + 3 * hourMs);
  answer(now);
  vi.resetModules();
  const next = await import('./server-time.ts');
  expect(Math.abs(next.serverNow() - now)).toBeLessThan(1_000);
  vi.setSystemTime(now);
  answer(now);
  expect(localStorage.getItem('florin-clock')).toBeNull();
});
