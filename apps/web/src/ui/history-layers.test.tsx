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
/** Until the history has settled: entries of layers come and go a turn later. */
const settled = (layer: number | undefined) => waitFor(() => expect(history.state?.layer).toBe(layer));

function Two({ stays = false }: { stays?: boolean }) {
  const [open, setOpen] = useState<'none' | 'outer' | 'both'>('none');
  return (
    <>
      <button type="button" onClick={() => setOpen('outer')}>
        Open
      </button>
      <Dialog open={open !== 'none'} onOpenChange={() => !stays && setOpen('none')} title="Outer">
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
  render(<Two {...given} />);
  await userEvent.click(screen.getByRole('button', { name: 'Open' }));
  await isOpen('Outer');
  await settled(1);
}

test('Back closes the dialog that was opened last, and the page stays', async () => {
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

test('a dialog that is closed by other means leaves no step behind', async () => {
  router.push('/before');
  router.flush(); // pushed in one turn, the two would be one entry
  router.push('/page');
  await openOuter();
  await userEvent.keyboard('{Escape}');
  await isClosed('Outer');
  await settled(undefined);
  back();
  await waitFor(() => expect(router.location.pathname).toBe('/before'));
});

test('Forward does not open a closed dialog again, and leads nowhere', async () => {
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

test('one step back returns to a page that was left from a dialog', async () => {
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

test('a dialog that cannot be closed now stays, and Back asks it again', async () => {
  router.push('/page');
  await openOuter({ stays: true });
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

test('an address that changes under an open dialog is that of the page when it is closed', async () => {
  router.push('/page');
  await openOuter();
  router.replace('/page?tab=two');
  await waitFor(() => expect(location.search).toBe('?tab=two'));
  await settled(1);
  back();
  await isClosed('Outer');
  expect(location.search).toBe('?tab=two');
});

test('a dialog that closes while another document loads does not call that off', async () => {
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

test('after a reload no step is left of a dialog that was open', async () => {
  router.push('/page');
  history.pushState({ ...history.state, layer: 1 }, '');
  vi.resetModules();
  const fresh = await import('./history-layers.ts');
  fresh.watchLayers();
  await settled(undefined);
  expect(location.pathname).toBe('/page');
});
