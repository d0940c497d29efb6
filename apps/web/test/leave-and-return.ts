import { act, screen } from '@testing-library/react';
import type { renderScreen } from './render-screen.tsx';

type Router = ReturnType<typeof renderScreen>['router'];

/** Goes to another page, so that the screen is gone with all that its components remember, and comes back. */
export async function leaveAndReturn(router: Router) {
  const { href } = router.state.location;
  await act(() => router.navigate({ to: '/transactions' }));
  await screen.findByText('at /transactions');
  await act(() => router.navigate({ href }));
}
