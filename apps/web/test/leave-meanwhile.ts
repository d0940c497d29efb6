import { act, screen } from '@testing-library/react';
import { expect } from 'vitest';
import { findToast } from './find-toast.ts';
import type { renderScreen } from './render-screen.tsx';

type Router = ReturnType<typeof renderScreen>['router'];
type Meanwhile = { answer: () => void; said: string };

/** Navigates away during a request. Expects the result as a toast on the other page and no further navigation. */
export async function leaveMeanwhile(router: Router, { answer, said }: Meanwhile) {
  await act(() => router.navigate({ to: '/transactions' }));
  answer();
  await findToast(said);
  // Gives an unwanted navigation time to happen.
  await act(() => new Promise((resolve) => setTimeout(resolve, 50)));
  expect(screen.getByText('at /transactions')).toBeDefined();
}
