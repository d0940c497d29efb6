import { act, cleanup, render, screen, waitFor } from '@testing-library/react';
import { toast as sonner } from 'sonner';
import { afterEach, expect, test } from 'vitest';
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
