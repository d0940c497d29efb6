import { act, cleanup, render, screen, waitFor } from '@testing-library/react';
import { toast as sonner } from 'sonner';
import { afterEach, expect, test } from 'vitest';
import { Dialog } from './dialog.tsx';
import { sayWhatWasLeft, toast, toastOnNextPage } from './toast.ts';
import { Toaster } from './toaster.tsx';

afterEach(() => {
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
