import { cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { dashboardServer } from '../../../test/dashboard-server.ts';
import { renderScreen } from '../../../test/render-screen.tsx';
import { DashboardPage } from './dashboard-page.tsx';

beforeEach(() => void dashboardServer());
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

test('a deposit link opens Add Funds once, for the wallet in the URL', async () => {
  const { router } = renderScreen(DashboardPage, { at: '/dashboard?tab=wallet&add=EUR' });
  const dialog = await screen.findByRole('dialog', { name: 'Add Funds' });
  await waitFor(() => expect(dialog.textContent).toContain('EUR'));
  expect(router.state.location.href).toBe('/dashboard?tab=wallet');
  await userEvent.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(router.state.location.href).toBe('/dashboard?tab=wallet');
});
