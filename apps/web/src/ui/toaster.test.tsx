import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { toast as sonner } from 'sonner';
import { afterEach, expect, test, vi } from 'vitest';
import { Dialog } from './dialog.tsx';
import { sayWhatWasLeft, toast, toastOnNextPage } from './toast.ts';
import { Toaster } from './toaster.tsx';

afterEach(() => {
  vi.useRealTimers();
  cleanup();
  sonner.dismiss();
  sessionStorage.clear();
});

test('nothing is there before something is said, and what is said before the list is there is not lost', async () => {
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

test('the same said twice is there once', async () => {
  render(<Toaster />);
  act(() => {
    toast.error('Could not load', { id: 'load' });
    toast.error('Could not load', { id: 'load' });
  });
  await waitFor(() => expect(screen.getAllByText('Could not load')).toHaveLength(1));
});

test('what is said on the way out is said on the next page, once', async () => {
  toastOnNextPage('success', 'Logged out successfully');
  render(<Toaster />);
  expect(screen.queryByText('Logged out successfully')).toBeNull();
  act(sayWhatWasLeft);
  expect(await screen.findByText('Logged out successfully')).toBeDefined();
  cleanup();
  sonner.dismiss();
  render(<Toaster />);
  act(sayWhatWasLeft);
  await Promise.resolve();
  expect(screen.queryByText('Logged out successfully')).toBeNull();
});

test('what is said over an open dialog is heard, though the list comes after the dialog', async () => {
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

/** The toast itself, once it stands there. */
async function toastSaying(text: string): Promise<HTMLElement> {
  const found = (await screen.findByText(text)).closest('[data-sonner-toast]');
  if (!(found instanceof HTMLElement)) throw new Error(`no toast says "${text}"`);
  return found;
}

// Rules: toasts-1
test('they stand at the top right, 356 pixels wide and 14 apart, in the colour of what they say', async () => {
  render(<Toaster />);
  act(() => toast.error('Failed'));
  const said = await toastSaying('Failed');
  expect(said.dataset).toMatchObject({ richColors: 'true', type: 'error', xPosition: 'right', yPosition: 'top' });
  const list = said.closest<HTMLElement>('[data-sonner-toaster]');
  expect(list?.style.getPropertyValue('--width')).toBe('356px');
  expect(list?.style.getPropertyValue('--gap')).toBe('14px');
  expect(screen.getByLabelText(/^Notifications/).getAttribute('aria-label')).toBe('Notifications alt+T');
});

// Rules: toasts-2
test('three are seen at most', async () => {
  render(<Toaster />);
  act(() => ['One', 'Two', 'Three', 'Four'].forEach((text) => toast.info(text)));
  const first = await toastSaying('One');
  const isSeen = async (text: string) => (await toastSaying(text)).dataset['visible'];
  await waitFor(() => expect(first.dataset['visible']).toBe('false'));
  expect(await Promise.all(['Two', 'Three', 'Four'].map(isSeen))).toEqual(['true', 'true', 'true']);
});

// Rules: toasts-3
test('one goes after four seconds', async () => {
  render(<Toaster />);
  act(() => toast.info('The list is there'));
  await toastSaying('The list is there');
  vi.useFakeTimers();
  act(() => toast.info('Later'));
  act(() => void vi.advanceTimersByTime(100)); // it is mounted
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
])('swiped by $pixels pixels within $inMs ms it goes: $goes', async ({ pixels, inMs, goes }) => {
  // jsdom captures no pointer.
  Object.assign(Element.prototype, { setPointerCapture: () => undefined });
  render(<Toaster />);
  act(() => toast.info('Swipe me'));
  const said = await toastSaying('Swipe me');
  vi.useFakeTimers({ toFake: ['Date'] });
  fireEvent.pointerDown(said, { clientX: 0, clientY: 0 });
  fireEvent.pointerMove(said, { clientX: 2, clientY: 0 });
  fireEvent.pointerMove(said, { clientX: pixels, clientY: 0 });
  vi.setSystemTime(Date.now() + inMs);
  fireEvent.pointerUp(said);
  expect(said.dataset['swipeOut']).toBe(String(goes));
});
