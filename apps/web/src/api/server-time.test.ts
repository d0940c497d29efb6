import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { daysLeftText } from '../wallet-ui/payment-request/request-words.ts';
import { ago } from '../shell/ago.ts';
import { deviceNow, recordServerTime, toServerTime, serverDate, serverNow } from './server-time.ts';

const now = Date.UTC(2026, 10, 21, 9, 30, 12, 400);
const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

beforeEach(() => void vi.useFakeTimers({ now, toFake: ['Date'] }));
afterEach(() => {
  vi.setSystemTime(now);
  answer(now);
  vi.useRealTimers();
});

/** Records a response with the server's time in its header, truncated to seconds. */
const answer = (serverTime: number, sentAt = deviceNow()) =>
  recordServerTime(new Response(null, { headers: { date: new Date(serverTime).toUTCString() } }), sentAt);

test.each([
  ['3 hours ahead', 3 * hourMs],
  ['2 days behind', -2 * dayMs],
  ['400 days ahead', 400 * dayMs],
])("a device clock %s does not change ages and deadlines, which use the server's clock", (_, off) => {
  vi.setSystemTime(now + off);
  answer(now);
  expect(Math.abs(serverNow() - now)).toBeLessThan(1_000);
  expect(ago(new Date(now - 5 * 60_000).toISOString())).toBe('5 min ago');
  expect(daysLeftText(new Date(now + 2 * dayMs - hourMs).toISOString())).toBe('2 days left');
  expect(serverDate().toISOString().slice(0, 10)).toBe('2026-11-21');
  expect(Math.abs(toServerTime(deviceNow()) - now)).toBeLessThan(1_000);
});

test('a clock difference within the tolerance or the round trip does not change the offset', () => {
  answer(now);
  vi.setSystemTime(now + 1_700);
  answer(now);
  expect(serverNow()).toBe(now + 1_700);
  vi.setSystemTime(now + 10_000);
  answer(now + 4_000, now);
  expect(serverNow()).toBe(now + 10_000);
});

test("a response without a valid time does not change the offset of the server's clock", () => {
  recordServerTime(new Response(null), deviceNow());
  recordServerTime(new Response(null, { headers: { date: 'yesterday' } }), deviceNow());
  expect(serverNow()).toBe(now);
});

test("the next page starts with the stored offset of the server's clock", async () => {
  vi.setSystemTime(now + 3 * hourMs);
  answer(now);
  vi.resetModules();
  const next = await import('./server-time.ts');
  expect(Math.abs(next.serverNow() - now)).toBeLessThan(1_000);
  vi.setSystemTime(now);
  answer(now);
  expect(localStorage.getItem('florin-clock')).toBeNull();
});
