import type { KycForm } from '@florin/contract';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createSaver, type SaveState } from './create-saver.ts';

type Changes = Partial<KycForm>;
let sent: Changes[];
let states: SaveState[];
let answer: () => Promise<void>;

beforeEach(() => {
  sent = [];
  states = [];
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
    (state) => states.push(state),
  );

test('createSaver saves all changes together, 800 ms after the last change', async () => {
  const saver = begin();
  saver.add({ first_name: 'N' });
  await vi.advanceTimersByTimeAsync(500);
  saver.add({ first_name: 'Nora', city: 'Lisbon' });
  await vi.advanceTimersByTimeAsync(500);
  expect(sent).toEqual([]);
  await vi.advanceTimersByTimeAsync(500);
  expect(sent).toEqual([{ first_name: 'Nora', city: 'Lisbon' }]);
  expect(states).toEqual(['saving', 'saved']);
});

test('flush saves the KYC changes immediately and only once', async () => {
  const saver = begin();
  saver.add({ city: 'Lisbon' });
  await saver.flush();
  await saver.flush();
  await vi.advanceTimersByTimeAsync(5_000);
  expect(sent).toEqual([{ city: 'Lisbon' }]);
});

test('flush waits for an earlier save of the KYC form before it saves', async () => {
  const gate = Promise.withResolvers<void>();
  answer = () => gate.promise;
  const saver = begin();
  saver.add({ city: 'Lisbon' });
  saver.saveSoon();
  await vi.advanceTimersByTimeAsync(0);
  saver.add({ city: 'Porto' });
  const both = saver.flush();
  await vi.advanceTimersByTimeAsync(5_000);
  expect(sent).toEqual([{ city: 'Lisbon' }]);
  gate.resolve();
  await both;
  expect(sent).toEqual([{ city: 'Lisbon' }, { city: 'Porto' }]);
});

test('createSaver sends the changes of a failed save again with the next save', async () => {
  answer = () => Promise.reject(new TypeError('no network'));
  const saver = begin();
  saver.add({ city: 'Lisbon', first_name: 'N' });
  await expect(saver.flush()).rejects.toThrow('no network');
  expect(states).toEqual(['saving', 'failed']);
  answer = () => Promise.resolve();
  saver.add({ first_name: 'Nora' });
  await saver.flush();
  expect(sent.at(-1)).toEqual({ city: 'Lisbon', first_name: 'Nora' });
});
