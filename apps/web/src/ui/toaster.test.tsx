import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { toast as sonner } from 'sonner';
import { afterAll, afterEach, expect, test, vi } from 'vitest';
import { Dialog } from './dialog.tsx';
import { showPendingToast, toast, toastOnNextPage } from './toast.ts';
import { Toaster } from './toaster.tsx';

afterEach(() => {
  vi.useRealTimers();
  cleanup();
  sonner.dismiss();
  sessionStorage.clear();
});

// Sonner removes a dismissed toast after 200 ms, even from an unmounted list. The removal needs the window.
afterAll(() => new Promise((resolve) => setTimeout(resolve, 250)));

test('the toast list loads with the first toast and shows toasts that were queued before', async () => {
  render(<Toaster />);
  expect(screen.queryByLabelText(/^Notifications/)).toBeNull();
  act(() => {
    toast.success('Saved');
    toast.error('Failed');
  });
  expect(await screen.findByText('Saved')).toBeDefined();
  expect(screen.getByText('Failed')).toBeDefined();
  act(() => toast.info('And this'));
  expect(await screen.findByText('And this')).toBeDefined();
});

test('two toasts with the same id appear once', async () => {
  render(<Toaster />);
  act(() => {
    toast.error('Could not load', { id: 'load' });
    toast.error('Could not load', { id: 'load' });
  });
  await waitFor(() => expect(screen.getAllByText('Could not load')).toHaveLength(1));
});

test('toastOnNextPage shows a toast once, on the next page', async () => {
  toastOnNextPage('success', 'Logged out successfully');
  render(<Toaster />);
  expect(screen.queryByText('Logged out successfully')).toBeNull();
  act(showPendingToast);
  expect(await screen.findByText('Logged out successfully')).toBeDefined();
  cleanup();
  sonner.dismiss();
  render(<Toaster />);
  act(showPendingToast);
  await Promise.resolve();
  expect(screen.queryByText('Logged out successfully')).toBeNull();
});

test('a toast over an open dialog stays visible to screen readers', async () => {
  render(
    <>
      <p>The page</p>
      <Dialog open onOpenChange={() => undefined} title="Your link is ready">
        A link
      </Dialog>
      <Toaster />
    </>,
  );
  act(() => toast.success('Payment request sent!'));
  const said = await screen.findByText('Payment request sent!');
  expect(screen.getByText('The page').closest('[aria-hidden=true]')).not.toBeNull();
  expect(said.closest('[aria-hidden=true]')).toBeNull();
});

/** Waits for a toast and returns its element. */
async function toastWith(text: string): Promise<HTMLElement> {
  const found = (await screen.findByText(text)).closest('[data-sonner-toast]');
  if (!(found instanceof HTMLElement)) throw new Error(`no toast contains "${text}"`);
  return found;
}

// Rules: toasts-1
test('toasts appear at the top right, 356 px wide with 14 px gaps, colored by kind', async () => {
  render(<Toaster />);
  act(() => toast.error('Failed'));
  const said = await toastWith('Failed');
  expect(said.dataset).toMatchObject({ richColors: 'true', type: 'error', xPosition: 'right', yPosition: 'top' });
  const list = said.closest<HTMLElement>('[data-sonner-toaster]');
  expect(list?.style.getPropertyValue('--width')).toBe('356px');
  expect(list?.style.getPropertyValue('--gap')).toBe('14px');
  expect(screen.getByLabelText(/^Notifications/).getAttribute('aria-label')).toBe('Notifications alt+T');
});

// Rules: toasts-2
test('at most three toasts are visible', async () => {
  render(<Toaster />);
  act(() => ['One', 'Two', 'Three', 'Four'].forEach((text) => toast.info(text)));
  const first = await toastWith('One');
  const isVisible = async (text: string) => (await toastWith(text)).dataset['visible'];
  await waitFor(() => expect(first.dataset['visible']).toBe('false'));
  expect(await Promise.all(['Two', 'Three', 'Four'].map(isVisible))).toEqual(['true', 'true', 'true']);
});

// Rules: toasts-3
test('a toast disappears after four seconds', async () => {
  render(<Toaster />);
  act(() => toast.info('The list is there'));
  await toastWith('The list is there');
  vi.useFakeTimers();
  act(() => toast.info('Later'));
  act(() => void vi.advanceTimersByTime(100)); // lets the toast mount
  const isRemoved = () => screen.getByText('Later').closest<HTMLElement>('[data-sonner-toast]')?.dataset['removed'];
  act(() => void vi.advanceTimersByTime(3_890));
  expect(isRemoved()).toBe('false');
  act(() => void vi.advanceTimersByTime(200));
  expect(screen.queryByText('Later') === null || isRemoved() === 'true').toBe(true);
});

// Rules: toasts-4
test.each([
  { pixels: 45, inMs: 10_000, goes: true },
  { pixels: 44, inMs: 10_000, goes: false },
  { pixels: 12, inMs: 100, goes: true },
  { pixels: 11, inMs: 100, goes: false },
])('swiping a toast by $pixels px in $inMs ms dismisses it: $goes', async ({ pixels, inMs, goes }) => {
  // jsdom has no pointer capture.
  Object.assign(Element.prototype, { setPointerCapture: () => undefined });
  render(<Toaster />);
  act(() => toast.info('Swipe me'));
  const said = await toastWith('Swipe me');
  vi.useFakeTimers({ toFake: ['Date'] });
  fireEvent.pointerDown(said, { clientX: 0, clientY: 0 });
  fireEvent.pointerMove(said, { clientX: 2, clientY: 0 });
  fireEvent.pointerMove(said, { clientX: pixels, clientY: 0 });
  vi.setSystemTime(Date.now() + inMs);
  fireEvent.pointerUp(said);
  expect(said.dataset['swipeOut']).toBe(String(goes));
});
