import { act, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { DashboardPage } from '../src/features/dashboard/dashboard-page.tsx';
import { dashboardServer } from './dashboard-server.ts';
import { renderScreen } from './render-screen.tsx';

const scrolled = vi.fn();

beforeEach(() => {
  dashboardServer();
  vi.spyOn(Element.prototype, 'scrollIntoView').mockImplementation(scrolled);
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  localStorage.clear();
  vi.unstubAllGlobals();
});

// Rules: dashboard-16
test('the dashboard scrolls to the tab in the URL after 100 ms, and does not scroll without one', async () => {
  const { router } = renderScreen(DashboardPage, { at: '/dashboard' });
  expect((await screen.findByRole('tab', { name: 'Wallet' })).getAttribute('aria-selected')).toBe('true');
  await screen.findByText('Total in USD equivalent');
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  act(() => void vi.advanceTimersByTime(1_000));
  expect(scrolled).not.toHaveBeenCalled();
  await act(() => router.navigate({ to: '/dashboard', search: { tab: 'converter' } }));
  expect(screen.getByRole('tab', { name: 'Currency Converter' }).getAttribute('aria-selected')).toBe('true');
  act(() => void vi.advanceTimersByTime(99));
  expect(scrolled).not.toHaveBeenCalled();
  act(() => void vi.advanceTimersByTime(1));
  expect(scrolled).toHaveBeenCalledOnce();
});
