import { act, screen } from '@testing-library/react';
import { expect } from 'vitest';
import { findToast } from './find-toast.ts';
import type { renderScreen } from './render-screen.tsx';

type Router = ReturnType<typeof renderScreen>['router'];
type Meanwhile = { answer: () => void; toast: string };

/** Navigates away during a request. Expects the result as a toast on the other page and no further navigation. */
export async function navigateDuringRequest(router: Router, { answer, toast }: Meanwhile) {
  await act(() => router.navigate({ to: '/transactions' }));
  answer();
  await findToast(toast);
  // Gives an unwanted navigation time to happen.
  await act(() => new Promise((resolve) => setTimeout(resolve, 50)));
  expect(screen.getByText('at /transactions')).toBeDefined();
}
