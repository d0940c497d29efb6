import type { KycForm } from '@florin/contract';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createSaver, type SaveState } from './create-saver.ts';

type Changes = Partial<KycForm>;
let sent: Changes[];
let told: SaveState[];
let answer: () => Promise<void>;

beforeEach(() => {
  sent = [];
  told = [];
  answer = () => Promise.resolve();
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const begin = () =>
  createSaver(
    (changes) => {
      sent.push(changes);
      return answer();
    },
    (state) => told.push(state),
  );

test('what is typed is saved together, a moment after the last key', async () => {
  const saver = begin();
  saver.note({ first_name: 'N' });
  await vi.advanceTimersByTimeAsync(500);
  saver.note({ first_name: 'Nora', city: 'Lisbon' });
  await vi.advanceTimersByTimeAsync(500);
  expect(sent).toEqual([]);
  await vi.advanceTimersByTimeAsync(500);
  expect(sent).toEqual([{ first_name: 'Nora', city: 'Lisbon' }]);
  expect(told).toEqual(['saving', 'saved']);
});

test('it is saved at once when asked to, and not again', async () => {
  const saver = begin();
  saver.note({ city: 'Lisbon' });
  await saver.flush();
  await saver.flush();
  await vi.advanceTimersByTimeAsync(5_000);
  expect(sent).toEqual([{ city: 'Lisbon' }]);
});

test('a save waits for the one before, and whoever asks waits for both', async () => {
  const gate = Promise.withResolvers<void>();
  answer = () => gate.promise;
  const saver = begin();
  saver.note({ city: 'Lisbon' });
  saver.saveSoon();
  await vi.advanceTimersByTimeAsync(0);
  saver.note({ city: 'Porto' });
  const both = saver.flush();
  await vi.advanceTimersByTimeAsync(5_000);
  expect(sent).toEqual([{ city: 'Lisbon' }]);
  gate.resolve();
  await both;
  expect(sent).toEqual([{ city: 'Lisbon' }, { city: 'Porto' }]);
});

test('what could not be saved goes out with what is typed next', async () => {
  answer = () => Promise.reject(new TypeError('no network'));
  const saver = begin();
  saver.note({ city: 'Lisbon', first_name: 'N' });
  await expect(saver.flush()).rejects.toThrow('no network');
  expect(told).toEqual(['saving', 'failed']);
  answer = () => Promise.resolve();
  saver.note({ first_name: 'Nora' });
  await saver.flush();
  expect(sent.at(-1)).toEqual({ city: 'Lisbon', first_name: 'Nora' });
});
