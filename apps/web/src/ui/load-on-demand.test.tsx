import { cleanup, render, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { Toaster } from './toaster.tsx';
import { loadOnDemand } from './load-on-demand.tsx';

afterEach(cleanup);

const Word = ({ word }: { word: string }) => <p>{word}</p>;

test('an on-demand component loads when it renders, once for all instances', async () => {
  const load = vi.fn<() => Promise<typeof Word>>(() => Promise.resolve(Word));
  const Part = loadOnDemand(load);
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

test('a preloaded component renders immediately', async () => {
  const Part = loadOnDemand(() => Promise.resolve(Word));
  Part.preload();
  await Promise.resolve();
  await Promise.resolve();
  render(<Part word="at once" />);
  expect(screen.getByText('at once')).toBeDefined();
});

test('a failed load of a component is reported, and the next render tries again', async () => {
  const onMissing = vi.fn<(again: boolean) => void>();
  let fails = true;
  const Part = loadOnDemand(
    () => (fails ? Promise.reject(new TypeError('no network')) : Promise.resolve(Word)),
    onMissing,
  );
  const { rerender } = render(<Part word="late" />);
  await waitFor(() => expect(onMissing.mock.calls).toEqual([[false]]));
  rerender(<Part word="late" />);
  await waitFor(() => expect(onMissing.mock.calls).toEqual([[false], [true]]));
  fails = false;
  rerender(<Part word="late" />);
  expect(await screen.findByText('late')).toBeDefined();
});

test('need() calls back only after the component has loaded', async () => {
  const onMissing = vi.fn<() => void>();
  const onLoaded = vi.fn<() => void>();
  let fails = true;
  const Part = loadOnDemand(
    () => (fails ? Promise.reject(new TypeError('no network')) : Promise.resolve(Word)),
    onMissing,
  );
  Part.need(onLoaded);
  await waitFor(() => expect(onMissing).toHaveBeenCalledOnce());
  fails = false;
  Part.preload();
  render(<Part word="there" />);
  expect(await screen.findByText('there')).toBeDefined();
  expect(onLoaded).not.toHaveBeenCalled();
  Part.need(onLoaded);
  expect(onLoaded).toHaveBeenCalledOnce();
});

test('a failed load of a component shows an error toast by default', async () => {
  const Part = loadOnDemand<{ word: string }>(() => Promise.reject(new TypeError('no network')));
  render(
    <>
      <Part word="never" />
      <Toaster />
    </>,
  );
  expect(await screen.findByText('Could not load this part. Please try again.')).toBeDefined();
});
