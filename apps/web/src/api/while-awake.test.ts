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

test('a window that is hidden for long gives up what it has until it is looked at again', () => {
  begin();
  show('hidden');
  vi.advanceTimersByTime(hiddenForMs - 1);
  expect(log).toEqual(['begun']);
  vi.advanceTimersByTime(1);
  expect(log).toEqual(['begun', 'ended']);
  show('visible');
  expect(log).toEqual(['begun', 'ended', 'begun']);
});

test('a window that is looked at again in time goes on', () => {
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
    'put aside for the way back',
    () => dispatchEvent(new Event('pagehide')),
    () => dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })),
  ],
])('a window that is %s gives up at once, and begins again as it comes back', (_, leave, comeBack) => {
  begin();
  leave();
  expect(log).toEqual(['begun', 'ended']);
  comeBack();
  expect(log).toEqual(['begun', 'ended', 'begun']);
});

test('what was stopped does not begin again', () => {
  begin();
  stop();
  show('visible');
  expect(log).toEqual(['begun', 'ended']);
});
