import { cleanup, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ines } from '../../test/ines.ts';
import { renderScreen } from '../../test/render-screen.tsx';
import { NavBar } from './nav-bar.tsx';

beforeEach(() => {
  vi.stubGlobal('fetch', async () => Response.json([]));
});
afterEach(() => {
  cleanup();
  vi.doUnmock('./notification-popover.tsx');
  vi.resetModules();
  vi.unstubAllGlobals();
});

test('the navigation bar marks only one of its dashboard links as current', async () => {
  renderScreen(() => <NavBar user={ines} />, { at: '/dashboard?tab=wallet' });
  await screen.findByRole('button', { name: 'Notifications' });
  const dashboardLinks = screen
    .getAllByRole('link')
    .filter((link) => link.getAttribute('href')?.startsWith('/dashboard'));
  expect(dashboardLinks).toHaveLength(4);
  const current = dashboardLinks.filter((link) => link.hasAttribute('aria-current'));
  expect(current.map(({ textContent }) => textContent)).toEqual(['Dashboard']);
});

test('the page stays usable when the notification panel fails to load', async () => {
  vi.doMock('./notification-popover.tsx', () => {
    throw new TypeError('Failed to fetch dynamically imported module');
  });
  const { NavBar: FreshNavBar } = await import('./nav-bar.tsx');
  renderScreen(() => <FreshNavBar user={ines} />, { at: '/dashboard' });
  await userEvent.click(await screen.findByRole('button', { name: 'Notifications' }));
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(screen.getByRole('link', { name: 'Transactions' })).toBeDefined();
  expect(screen.getByRole('button', { name: 'Account' })).toBeDefined();
});

test('pressing Account opens the menu after its code has loaded', async () => {
  renderScreen(() => <NavBar user={ines} />, { at: '/dashboard' });
  const button = await screen.findByRole('button', { name: 'Account' });
  expect(button.getAttribute('aria-expanded')).toBe('false');
  await userEvent.click(button);
  expect(await screen.findByRole('menuitem', { name: 'Profile' })).toBeDefined();
  expect(screen.getByText(ines.email)).toBeDefined();
});
