import { cleanup, render, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { Toaster } from './toaster.tsx';
import { whenNeeded } from './when-needed.tsx';

afterEach(cleanup);

const Word = ({ word }: { word: string }) => <p>{word}</p>;

test('a part comes when it is shown, once for all who show it', async () => {
  const load = vi.fn<() => Promise<typeof Word>>(() => Promise.resolve(Word));
  const Part = whenNeeded(load);
  expect(load).not.toHaveBeenCalled();
  render(
    <>
      <Part word="first" />
      <Part word="second" />
    </>,
  );
  expect(await screen.findByText('first')).toBeDefined();
  expect(screen.getByText('second')).toBeDefined();
  expect(load).toHaveBeenCalledOnce();
});

test('a part that was preloaded is there at once', async () => {
  const Part = whenNeeded(() => Promise.resolve(Word));
  Part.preload();
  await Promise.resolve();
  await Promise.resolve();
  render(<Part word="at once" />);
  expect(screen.getByText('at once')).toBeDefined();
});

test('one that did not come is told of, leaves the rest of the page, and comes with the next try', async () => {
  const told = vi.fn<(again: boolean) => void>();
  let fails = true;
  const Part = whenNeeded(() => (fails ? Promise.reject(new TypeError('no network')) : Promise.resolve(Word)), told);
  const { rerender } = render(<Part word="late" />);
  await waitFor(() => expect(told.mock.calls).toEqual([[false]]));
  rerender(<Part word="late" />);
  await waitFor(() => expect(told.mock.calls).toEqual([[false], [true]]));
  fails = false;
  rerender(<Part word="late" />);
  expect(await screen.findByText('late')).toBeDefined();
});

test('whoever needs it goes on when it is there, and not where it does not come', async () => {
  const told = vi.fn<() => void>();
  const goOn = vi.fn<() => void>();
  let fails = true;
  const Part = whenNeeded(() => (fails ? Promise.reject(new TypeError('no network')) : Promise.resolve(Word)), told);
  Part.need(goOn);
  await waitFor(() => expect(told).toHaveBeenCalledOnce());
  fails = false;
  Part.preload();
  render(<Part word="there" />);
  expect(await screen.findByText('there')).toBeDefined();
  expect(goOn).not.toHaveBeenCalled();
  Part.need(goOn);
  expect(goOn).toHaveBeenCalledOnce();
});

test('where nothing else is said about it, it says that it did not come', async () => {
  const Part = whenNeeded<{ word: string }>(() => Promise.reject(new TypeError('no network')));
  render(
    <>
      <Part word="never" />
      <Toaster />
    </>,
  );
  expect(await screen.findByText('This part could not be loaded. Please try again.')).toBeDefined();
});
