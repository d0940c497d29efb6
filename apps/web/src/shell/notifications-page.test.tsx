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

const asked: Notification = {
  id: 'n2',
  kind: 'request_received',
  title: 'Hana Sato asks for $24.00',
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

let kept: Notification[];
const read: unknown[] = [];

beforeEach(() => {
  kept = [asked, verified];
  read.length = 0;
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    if (url === '/api/notifications') return Response.json(kept);
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

test('all are listed, and what was shown counts as read once the page is left', async () => {
  const { router } = show();
  const lines = await screen.findAllByRole('listitem');
  expect(lines.map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/^Hana Sato asks for \$24\.00.*New/),
    expect.stringMatching(/^Your identity is verified(?!.*New)/),
  ]);
  expect(read).toEqual([]);
  await userEvent.click(screen.getByRole('link', { name: /Your identity is verified/ }));
  await waitFor(() => expect(router.state.location.href).toBe('/kyc'));
  await waitFor(() => expect(read).toEqual([{ until: asked.date }]));
});

test('nothing is marked by whoever leaves by logging out: they may not any more', async () => {
  const { router, queryClient } = show();
  await screen.findAllByRole('listitem');
  await act(() => {
    endSession(queryClient);
    return router.navigate({ to: '/login' });
  });
  await screen.findByText('at /login');
  expect(read).toEqual([]);
});

test('nothing is marked where all was read before', async () => {
  kept = [verified];
  const { router } = show();
  await userEvent.click(await screen.findByRole('link', { name: /Your identity is verified/ }));
  await waitFor(() => expect(router.state.location.href).toBe('/kyc'));
  expect(read).toEqual([]);
});

test('all are marked as read by hand, and a request is answered in its place', async () => {
  show();
  await userEvent.click(await screen.findByRole('button', { name: 'Decline' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Decline $24.00?' }));
  await userEvent.click(dialog.getByRole('button', { name: /Cancel|Not now/ }));
  await userEvent.click(screen.getByRole('button', { name: 'Mark all read' }));
  await waitFor(() => expect(read).toEqual([{ until: asked.date }]));
});

test('a server without any says what is listed here', async () => {
  kept = [];
  show();
  expect(await screen.findByText('Nothing new')).toBeDefined();
});
