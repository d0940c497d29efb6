import type { Notification } from '@florin/contract';
import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ines } from '../../test/ines.ts';
import { paymentRequestOf } from '../../test/payment-request-of.ts';
import { renderScreen } from '../../test/render-screen.tsx';
import { sentBody } from '../../test/sent-body.ts';
import { meQuery } from '../api/queries.ts';
import { endSession } from '../api/session.ts';
import { NotificationsPage } from './notifications-page.tsx';

const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();

const openRequest: Notification = {
  id: 'n2',
  kind: 'request_received',
  title: 'Hana Sato requested $24.00',
  date: minutesAgo(1),
  read: false,
  request_id: 'r1',
  open: true,
};
const verified: Notification = {
  id: 'n1',
  kind: 'kyc_verified',
  title: 'Your identity is verified',
  date: minutesAgo(90),
  read: true,
};

let stored: Notification[];
const read: unknown[] = [];

beforeEach(() => {
  stored = [openRequest, verified];
  read.length = 0;
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    if (url === '/api/notifications') return Response.json(stored);
    if (url === '/api/payment-requests/r1') return Response.json(paymentRequestOf());
    if (url === '/api/wallets') return Response.json([{ currency: 'USD', available_exact: '100.00' }]);
    if (url !== '/api/notifications/read') return new Response(null, { status: 404 });
    read.push(sentBody(init));
    return new Response(null, { status: 204 });
  });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const show = () => {
  const shown = renderScreen(NotificationsPage, { at: '/notifications' });
  shown.queryClient.setQueryData(meQuery.queryKey, ines);
  return shown;
};

test('leaving the notifications page marks all notifications as read', async () => {
  const { router } = show();
  const lines = await screen.findAllByRole('listitem');
  expect(lines.map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/^Hana Sato requested \$24\.00.*New/),
    expect.stringMatching(/^Your identity is verified(?!.*New)/),
  ]);
  expect(read).toEqual([]);
  await userEvent.click(screen.getByRole('link', { name: /Your identity is verified/ }));
  await waitFor(() => expect(router.state.location.href).toBe('/kyc'));
  await waitFor(() => expect(read).toEqual([{ until: openRequest.date }]));
});

test('logging out on the notifications page sends no mark-as-read call', async () => {
  const { router, queryClient } = show();
  await screen.findAllByRole('listitem');
  await act(() => {
    endSession(queryClient);
    return router.navigate({ to: '/login' });
  });
  await screen.findByText('at /login');
  expect(read).toEqual([]);
});

test('leaving the notifications page sends no call if all notifications were read', async () => {
  stored = [verified];
  const { router } = show();
  await userEvent.click(await screen.findByRole('link', { name: /Your identity is verified/ }));
  await waitFor(() => expect(router.state.location.href).toBe('/kyc'));
  expect(read).toEqual([]);
});

test('the notifications page has Mark all read and buttons for open requests', async () => {
  show();
  await userEvent.click(await screen.findByRole('button', { name: 'Decline' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Decline $24.00?' }));
  await userEvent.click(dialog.getByRole('button', { name: /Cancel|Not now/ }));
  await userEvent.click(screen.getByRole('button', { name: 'Mark all read' }));
  await waitFor(() => expect(read).toEqual([{ until: openRequest.date }]));
});

test('an empty notifications page says "Nothing new"', async () => {
  stored = [];
  show();
  expect(await screen.findByText('Nothing new')).toBeDefined();
});
