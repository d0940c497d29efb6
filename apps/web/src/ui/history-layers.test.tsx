import { act, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createBrowserHistory } from '@tanstack/react-router';
import { useState } from 'react';
import { expect, test, vi } from 'vitest';
import { layeredHistory } from '../layered-history.ts';
import { Dialog } from './dialog.tsx';
import { watchLayers } from './history-layers.ts';

watchLayers();
const router = layeredHistory(createBrowserHistory());

const back = () => act(() => history.back());
const dialog = (name: string) => screen.queryByRole('dialog', { name });
const isOpen = (name: string) => screen.findByRole('dialog', { name });
const isClosed = (name: string) => waitFor(() => expect(dialog(name)).toBeNull());
/** Waits until the history has settled: layer entries come and go in a later task. */
const settled = (layer: number | undefined) => waitFor(() => expect(history.state?.layer).toBe(layer));

function TwoDialogs({ staysOpen = false }: { staysOpen?: boolean }) {
  const [open, setOpen] = useState<'none' | 'outer' | 'both'>('none');
  return (
    <>
      <button type="button" onClick={() => setOpen('outer')}>
        Open
      </button>
      <Dialog open={open !== 'none'} onOpenChange={() => !staysOpen && setOpen('none')} title="Outer">
        <button type="button" onClick={() => setOpen('both')}>
          More
        </button>
        <Dialog open={open === 'both'} onOpenChange={() => setOpen('outer')} title="Inner">
          Text
        </Dialog>
      </Dialog>
    </>
  );
}

async function openOuter(given = {}) {
  render(<TwoDialogs {...given} />);
  await userEvent.click(screen.getByRole('button', { name: 'Open' }));
  await isOpen('Outer');
  await settled(1);
}

test('Back closes the topmost dialog and keeps the page', async () => {
  router.push('/first');
  await openOuter();
  await userEvent.click(screen.getByRole('button', { name: 'More' }));
  await isOpen('Inner');
  await settled(2);
  back();
  await isClosed('Inner');
  expect(dialog('Outer')).not.toBeNull();
  back();
  await isClosed('Outer');
  expect(router.location.pathname).toBe('/first');
});

test('a dialog closed with Escape leaves no history entry', async () => {
  router.push('/before');
  router.flush(); // without it, the router would merge both pushes into one entry
  router.push('/page');
  await openOuter();
  await userEvent.keyboard('{Escape}');
  await isClosed('Outer');
  await settled(undefined);
  back();
  await waitFor(() => expect(router.location.pathname).toBe('/before'));
});

test('Forward does not reopen a closed dialog', async () => {
  router.push('/page');
  await openOuter();
  back();
  await isClosed('Outer');
  const go = vi.spyOn(history, 'go');
  act(() => history.forward());
  await waitFor(() => expect(go.mock.calls).toEqual([[-1]]));
  go.mockRestore();
  await settled(undefined);
  expect(dialog('Outer')).toBeNull();
  expect(router.location.pathname).toBe('/page');
});

test('one Back returns to the page whose dialog navigated away', async () => {
  router.push('/page');
  await openOuter();
  router.push('/next');
  await waitFor(() => expect(location.pathname).toBe('/next'));
  await userEvent.keyboard('{Escape}');
  await settled(undefined);
  back();
  await waitFor(() => expect(location.pathname).toBe('/page'));
  await settled(undefined);
});

test('a dialog that refuses to close stays open after each Back', async () => {
  router.push('/page');
  await openOuter({ staysOpen: true });
  const push = vi.spyOn(History.prototype, 'pushState');
  for (const times of [1, 2]) {
    back();
    await waitFor(() => expect(push).toHaveBeenCalledTimes(times));
    expect(dialog('Outer')).not.toBeNull();
    expect(history.state?.layer).toBe(1);
  }
  push.mockRestore();
  expect(router.location.pathname).toBe('/page');
});

test('a URL change under an open dialog stays after the dialog closes', async () => {
  router.push('/page');
  await openOuter();
  router.replace('/page?tab=two');
  await waitFor(() => expect(location.search).toBe('?tab=two'));
  await settled(1);
  back();
  await isClosed('Outer');
  expect(location.search).toBe('?tab=two');
});

test('closing a dialog does not cancel the loading of another document', async () => {
  router.push('/page');
  await openOuter();
  const go = vi.spyOn(history, 'go');
  vi.useFakeTimers({ shouldAdvanceTime: true });
  dispatchEvent(new Event('beforeunload'));
  await userEvent.keyboard('{Escape}');
  await isClosed('Outer');
  await act(() => vi.advanceTimersByTimeAsync(5_000));
  expect(go).not.toHaveBeenCalled();
  await act(() => vi.advanceTimersByTimeAsync(5_000));
  expect(go).toHaveBeenCalledOnce();
  vi.useRealTimers();
  go.mockRestore();
  await settled(undefined);
});

test('a reload removes the history entry of an open dialog', async () => {
  router.push('/page');
  history.pushState({ ...history.state, layer: 1 }, '');
  vi.resetModules();
  const fresh = await import('./history-layers.ts');
  fresh.watchLayers();
  await settled(undefined);
  expect(location.pathname).toBe('/page');
});
