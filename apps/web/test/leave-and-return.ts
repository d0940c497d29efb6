import { act, screen } from '@testing-library/react';
import type { renderScreen } from './render-screen.tsx';

type Router = ReturnType<typeof renderScreen>['router'];

/** Navigates to another page and back, so the screen loses its component state. */
export async function leaveAndReturn(router: Router) {
  const { href } = router.state.location;
  await act(() => router.navigate({ to: '/transactions' }));
  await screen.findByText('at /transactions');
  await act(() => router.navigate({ href }));
}
