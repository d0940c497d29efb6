import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { hiddenForMs, whileAwake } from './while-awake.ts';

const log: string[] = [];
let stop: () => void = () => undefined;

beforeEach(() => {
  log.length = 0;
  vi.useFakeTimers();
});
afterEach(() => {
  stop();
  vi.restoreAllMocks();
  vi.useRealTimers();
});

function begin() {
  stop = whileAwake(() => {
    log.push('begun');
    return () => log.push('ended');
  });
}

function show(state: DocumentVisibilityState) {
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(state);
  document.dispatchEvent(new Event('visibilitychange'));
}

test('a window that is hidden for 30 seconds ends its connection, and reconnects when it is visible again', () => {
  begin();
  show('hidden');
  vi.advanceTimersByTime(hiddenForMs - 1);
  expect(log).toEqual(['begun']);
  vi.advanceTimersByTime(1);
  expect(log).toEqual(['begun', 'ended']);
  show('visible');
  expect(log).toEqual(['begun', 'ended', 'begun']);
});

test('a window that becomes visible within 30 seconds keeps its connection', () => {
  begin();
  show('hidden');
  vi.advanceTimersByTime(hiddenForMs - 1);
  show('visible');
  vi.advanceTimersByTime(hiddenForMs * 2);
  expect(log).toEqual(['begun']);
});

test.each([
  ['frozen', () => document.dispatchEvent(new Event('freeze')), () => document.dispatchEvent(new Event('resume'))],
  [
    'moved to the back/forward cache',
    () => dispatchEvent(new Event('pagehide')),
    () => dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })),
  ],
])('a window that is %s ends its connection immediately and restarts it on return', (_, leave, comeBack) => {
  begin();
  leave();
  expect(log).toEqual(['begun', 'ended']);
  comeBack();
  expect(log).toEqual(['begun', 'ended', 'begun']);
});

test('a stopped connection of a window does not restart', () => {
  begin();
  stop();
  show('visible');
  expect(log).toEqual(['begun', 'ended']);
});
