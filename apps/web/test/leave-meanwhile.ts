import { act, screen } from '@testing-library/react';
import { expect } from 'vitest';
import { findToast } from './find-toast.ts';
import type { renderScreen } from './render-screen.tsx';

type Router = ReturnType<typeof renderScreen>['router'];
type Meanwhile = { answer: () => void; said: string };

/** Goes to another page while an answer is on its way: what was done is said there, and the reader stays. */
export async function leaveMeanwhile(router: Router, { answer, said }: Meanwhile) {
  await act(() => router.navigate({ to: '/transactions' }));
  answer();
  await findToast(said);
  // Longer than going on would take.
  await act(() => new Promise((resolve) => setTimeout(resolve, 50)));
  expect(screen.getByText('at /transactions')).toBeDefined();
}
