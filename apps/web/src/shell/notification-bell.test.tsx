import type { Notification } from '@florin/contract';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { toast } from 'sonner';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { paymentRequestOf } from '../../test/payment-request-of.ts';
import { renderScreen } from '../../test/render-screen.tsx';
import { sentBody } from '../../test/sent-body.ts';
import { notificationsQuery } from '../api/queries.ts';
import { NotificationBell } from './notification-bell.tsx';

const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();

const notificationOf = (given: Partial<Notification>): Notification => ({
  id: 'n1',
  kind: 'money_received',
  title: 'Amara Nwosu sent you €1,250.00',
  body: 'Invoice 2041',
  date: minutesAgo(4),
  read: false,
  amount: 1250,
  amount_exact: '1250.00',
  currency: 'EUR',
  transaction_id: '3-1',
  ...given,
});

const asked = notificationOf({
  id: 'n2',
  kind: 'request_received',
  title: 'Hana Sato asks for $24.00',
  body: 'Concert ticket',
  date: minutesAgo(1),
  request_id: 'r1',
  open: true,
});

let kept: Notification[];
let list: () => Response;
const read: unknown[] = [];

beforeEach(() => {
  kept = [];
  read.length = 0;
  list = () => Response.json(kept);
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    if (url === '/api/notifications') return list();
    if (url === '/api/payment-requests/r1') return Response.json(paymentRequestOf());
    if (url === '/api/wallets') return Response.json([{ currency: 'USD', available_exact: '100.00' }]);
    if (url === '/api/notifications/read') {
      read.push(sentBody(init));
      kept = kept.map((each) => ({ ...each, read: true }));
      return new Response(null, { status: 204 });
    }
    return new Response(null, { status: 404 });
  });
});
afterEach(() => {
  cleanup();
  toast.dismiss();
  vi.unstubAllGlobals();
});

const show = () => renderScreen(NotificationBell, { at: '/dashboard' });
const bell = (name: string) => screen.findByRole('button', { name });

async function openPanel(name: string) {
  await userEvent.click(await bell(name));
  return within(await screen.findByRole('dialog', { name: 'Notifications' }));
}

test.each([
  [0, 'Notifications', '', ''],
  [1, 'Notifications, 1 new', '1', '1 new notification'],
  [9, 'Notifications, 9 new', '9', '9 new notifications'],
  [10, 'Notifications, 9+ new', '9+', '9+ new notifications'],
])('%d unread are counted for eyes and ears', async (count, name, seen, heard) => {
  kept = Array.from({ length: count }, (_, index) => notificationOf({ id: `n${index}` }));
  kept.push(notificationOf({ id: 'old', read: true }));
  show();
  const button = await bell(name);
  expect(button.textContent).toBe(seen);
  expect(screen.getAllByRole('status').map(({ textContent }) => textContent)).toContain(heard);
});

test('a line says what happened, its note and when, and leads to the transaction', async () => {
  kept = [notificationOf({})];
  const { router } = show();
  const panel = await openPanel('Notifications, 1 new');
  const line = panel.getByRole('link', { name: /Amara Nwosu/ });
  expect(line.textContent).toBe('Amara Nwosu sent you €1,250.00Invoice 2041 · 4 min agoNew');
  await userEvent.click(line);
  await waitFor(() => expect(router.state.location.href).toBe('/transactions?id=3-1'));
});

test('a note that reads from right to left leaves the time beside it where it is', async () => {
  kept = [notificationOf({ body: 'תודה' })];
  show();
  const panel = await openPanel('Notifications, 1 new');
  expect(panel.getByText('תודה').tagName).toBe('BDI');
});

test.each([
  ['request_declined', '/receive'],
  ['request_expired', '/receive'],
  ['kyc_needs_more', '/kyc'],
  ['plan_ended', '/profile#plan'],
] as const)('%s leads to %s', async (kind, address) => {
  const { transaction_id: _, ...given } = notificationOf({ kind, title: 'What happened' });
  kept = [given];
  const { router } = show();
  const panel = await openPanel('Notifications, 1 new');
  await userEvent.click(panel.getByRole('link', { name: /What happened/ }));
  await waitFor(() => expect(router.state.location.href).toBe(address));
});

test('a sign-in asks whether it was somebody else, and leads to the sessions', async () => {
  const { transaction_id: _, ...given } = notificationOf({
    kind: 'new_sign_in',
    title: 'New sign-in: Chrome on Windows',
    body: 'Porto',
  });
  kept = [given];
  const { router } = show();
  const panel = await openPanel('Notifications, 1 new');
  expect(panel.getByRole('listitem').textContent).toBe('New sign-in: Chrome on WindowsPorto · 4 min ago. Not you?New');
  await userEvent.click(panel.getByRole('link', { name: 'Not you?' }));
  await waitFor(() => expect(router.state.location.href).toBe('/profile#security'));
  expect(screen.queryByRole('dialog', { name: 'Notifications' })).toBeNull();
});

test('the way to all of them stands below', async () => {
  kept = [notificationOf({ read: true })];
  const { router } = show();
  const panel = await openPanel('Notifications');
  await userEvent.click(await panel.findByRole('link', { name: 'All notifications' }));
  await waitFor(() => expect(router.state.location.href).toBe('/notifications'));
  expect(screen.queryByRole('dialog', { name: 'Notifications' })).toBeNull();
});

test('what was shown counts as read when the panel is closed again, and no later', async () => {
  kept = [asked, notificationOf({})];
  show();
  await openPanel('Notifications, 2 new');
  expect(read).toEqual([]);
  await userEvent.keyboard('{Escape}');
  await bell('Notifications');
  expect(read).toEqual([{ until: asked.date }]);
  expect(document.activeElement).toBe(await bell('Notifications'));
  const panel = await openPanel('Notifications');
  expect(panel.queryByText('New')).toBeNull();
  await userEvent.keyboard('{Escape}');
  expect(read).toHaveLength(1);
});

test('all are marked as read at once', async () => {
  kept = [asked, notificationOf({})];
  show();
  const panel = await openPanel('Notifications, 2 new');
  await userEvent.click(panel.getByRole('button', { name: 'Mark all read' }));
  await waitFor(() => expect(read).toEqual([{ until: asked.date }]));
  await waitFor(() => expect(panel.queryByRole('button', { name: 'Mark all read' })).toBeNull());
  expect(panel.queryByText('New')).toBeNull();
});

test('what the server does not keep is unread again', async () => {
  kept = [notificationOf({})];
  const { queryClient } = show();
  await openPanel('Notifications, 1 new');
  const stub = vi.fn(async (url: string) =>
    url === '/api/notifications' ? Response.json(kept) : Response.json({}, { status: 503 }),
  );
  vi.stubGlobal('fetch', stub);
  await userEvent.keyboard('{Escape}');
  await waitFor(() =>
    expect(stub.mock.calls.map(([url]) => url)).toEqual(['/api/notifications/read', '/api/notifications']),
  );
  await bell('Notifications, 1 new');
  expect(queryClient.getQueryData(notificationsQuery.queryKey)?.[0]?.read).toBe(false);
});

test.each([
  ['Pay', 'Pay Hana Sato'],
  ['Decline', 'Decline $24.00?'],
])('an open request is answered here: %s', async (button, title) => {
  kept = [asked];
  show();
  const panel = await openPanel('Notifications, 1 new');
  await userEvent.click(panel.getByRole('button', { name: button }));
  const dialog = await screen.findByRole('dialog', { name: title });
  expect(screen.queryByRole('dialog', { name: 'Notifications' })).toBeNull();
  await userEvent.click(within(dialog).getByRole('button', { name: /Cancel|Not now/ }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(document.activeElement).toBe(await bell('Notifications'));
});

test('a request that was answered has nothing to press', async () => {
  const { transaction_id: _, ...given } = { ...asked, open: false, read: true };
  kept = [given];
  show();
  const panel = await openPanel('Notifications');
  expect(panel.getByText('Hana Sato asks for $24.00')).toBeDefined();
  expect(panel.queryByRole('button')).toBeNull();
});

test('a request that cannot be loaded is said, and the panel stays', async () => {
  kept = [{ ...asked, request_id: 'gone' }];
  show();
  const panel = await openPanel('Notifications, 1 new');
  await userEvent.click(panel.getByRole('button', { name: 'Pay' }));
  expect(await screen.findByText('Could not load the request')).toBeDefined();
  expect(screen.getByRole('dialog', { name: 'Notifications' })).toBeDefined();
});

test('nothing new says what is listed here', async () => {
  show();
  const panel = await openPanel('Notifications');
  expect(await panel.findByText('Nothing new')).toBeDefined();
});

test('what cannot be loaded is asked for again by hand', async () => {
  list = () => Response.json({}, { status: 400 });
  show();
  const panel = await openPanel('Notifications');
  const retry = await panel.findByRole('button', { name: 'Retry' });
  list = () => Response.json([notificationOf({})]);
  await userEvent.click(retry);
  expect(await panel.findByText('Amara Nwosu sent you €1,250.00')).toBeDefined();
});
