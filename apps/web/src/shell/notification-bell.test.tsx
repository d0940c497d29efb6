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

const openRequest = notificationOf({
  id: 'n2',
  kind: 'request_received',
  title: 'Hana Sato requested $24.00',
  body: 'Concert ticket',
  date: minutesAgo(1),
  request_id: 'r1',
  open: true,
});

let stored: Notification[];
let list: () => Response;
const read: unknown[] = [];

beforeEach(() => {
  stored = [];
  read.length = 0;
  list = () => Response.json(stored);
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    if (url === '/api/notifications') return list();
    if (url === '/api/payment-requests/r1') return Response.json(paymentRequestOf());
    if (url === '/api/wallets') return Response.json([{ currency: 'USD', available_exact: '100.00' }]);
    if (url === '/api/notifications/read') {
      read.push(sentBody(init));
      stored = stored.map((each) => ({ ...each, read: true }));
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
])('the bell shows and announces %d unread notifications', async (count, name, badge, announced) => {
  stored = Array.from({ length: count }, (_, index) => notificationOf({ id: `n${index}` }));
  stored.push(notificationOf({ id: 'old', read: true }));
  show();
  const button = await bell(name);
  expect(button.textContent).toBe(badge);
  expect(screen.getAllByRole('status').map(({ textContent }) => textContent)).toContain(announced);
});

test('a notification shows its title, note and time, and links to the transaction', async () => {
  stored = [notificationOf({})];
  const { router } = show();
  const panel = await openPanel('Notifications, 1 new');
  const line = panel.getByRole('link', { name: /Amara Nwosu/ });
  expect(line.textContent).toBe('Amara Nwosu sent you €1,250.00Invoice 2041 · 4 min agoNew');
  await userEvent.click(line);
  await waitFor(() => expect(router.state.location.href).toBe('/transactions?id=3-1'));
});

test.each([
  ['The account number is wrong.', 'The account number is wrong · 4 min ago'],
  ['Thanks...', 'Thanks... · 4 min ago'],
])('the note "%s" of a notification ends before the dot in front of the time', async (body, text) => {
  stored = [notificationOf({ body })];
  show();
  const panel = await openPanel('Notifications, 1 new');
  expect(panel.getByRole('link', { name: /Amara Nwosu/ }).textContent).toContain(text);
});

test('a right-to-left note of a notification does not move the time next to it', async () => {
  stored = [notificationOf({ body: 'תודה' })];
  show();
  const panel = await openPanel('Notifications, 1 new');
  expect(panel.getByText('תודה').tagName).toBe('BDI');
});

test.each([
  ['request_declined', '/receive'],
  ['request_expired', '/receive'],
  ['kyc_needs_more', '/kyc'],
  ['plan_ended', '/profile#plan'],
] as const)('a %s notification links to %s', async (kind, address) => {
  const { transaction_id: _, ...given } = notificationOf({ kind, title: 'What happened' });
  stored = [given];
  const { router } = show();
  const panel = await openPanel('Notifications, 1 new');
  await userEvent.click(panel.getByRole('link', { name: /What happened/ }));
  await waitFor(() => expect(router.state.location.href).toBe(address));
});

test('a sign-in notification asks "Not you?" and links to the security settings', async () => {
  const { transaction_id: _, ...given } = notificationOf({
    kind: 'new_sign_in',
    title: 'New sign-in: Chrome on Windows',
    body: 'Porto',
  });
  stored = [given];
  const { router } = show();
  const panel = await openPanel('Notifications, 1 new');
  expect(panel.getByRole('listitem').textContent).toBe('New sign-in: Chrome on WindowsPorto · 4 min ago. Not you?New');
  await userEvent.click(panel.getByRole('link', { name: 'Not you?' }));
  await waitFor(() => expect(router.state.location.href).toBe('/profile#security'));
  expect(screen.queryByRole('dialog', { name: 'Notifications' })).toBeNull();
});

test('the notification panel links to the notifications page', async () => {
  stored = [notificationOf({ read: true })];
  const { router } = show();
  const panel = await openPanel('Notifications');
  await userEvent.click(await panel.findByRole('link', { name: 'All notifications' }));
  await waitFor(() => expect(router.state.location.href).toBe('/notifications'));
  expect(screen.queryByRole('dialog', { name: 'Notifications' })).toBeNull();
});

test('closing the notification panel marks its notifications as read once', async () => {
  stored = [openRequest, notificationOf({})];
  show();
  await openPanel('Notifications, 2 new');
  expect(read).toEqual([]);
  await userEvent.keyboard('{Escape}');
  await bell('Notifications');
  expect(read).toEqual([{ until: openRequest.date }]);
  expect(document.activeElement).toBe(await bell('Notifications'));
  const panel = await openPanel('Notifications');
  expect(panel.queryByText('New')).toBeNull();
  await userEvent.keyboard('{Escape}');
  expect(read).toHaveLength(1);
});

test('Mark all read marks all notifications as read', async () => {
  stored = [openRequest, notificationOf({})];
  show();
  const panel = await openPanel('Notifications, 2 new');
  await userEvent.click(panel.getByRole('button', { name: 'Mark all read' }));
  await waitFor(() => expect(read).toEqual([{ until: openRequest.date }]));
  await waitFor(() => expect(panel.queryByRole('button', { name: 'Mark all read' })).toBeNull());
  expect(panel.queryByText('New')).toBeNull();
});

test('notifications become unread again when marking them fails', async () => {
  stored = [notificationOf({})];
  const { queryClient } = show();
  await openPanel('Notifications, 1 new');
  const stub = vi.fn(async (url: string) =>
    url === '/api/notifications' ? Response.json(stored) : Response.json({}, { status: 503 }),
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
])('an open payment request can be answered from the panel: %s', async (button, title) => {
  stored = [openRequest];
  show();
  const panel = await openPanel('Notifications, 1 new');
  await userEvent.click(panel.getByRole('button', { name: button }));
  const dialog = await screen.findByRole('dialog', { name: title });
  expect(screen.queryByRole('dialog', { name: 'Notifications' })).toBeNull();
  await userEvent.click(within(dialog).getByRole('button', { name: /Cancel|Not now/ }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(document.activeElement).toBe(await bell('Notifications'));
});

test('an answered payment request has no buttons', async () => {
  const { transaction_id: _, ...given } = { ...openRequest, open: false, read: true };
  stored = [given];
  show();
  const panel = await openPanel('Notifications');
  expect(panel.getByText('Hana Sato requested $24.00')).toBeDefined();
  expect(panel.queryByRole('button')).toBeNull();
});

test('a payment request that fails to load shows an error and keeps the panel open', async () => {
  stored = [{ ...openRequest, request_id: 'gone' }];
  show();
  const panel = await openPanel('Notifications, 1 new');
  await userEvent.click(panel.getByRole('button', { name: 'Pay' }));
  expect(await screen.findByText('Could not load the request')).toBeDefined();
  expect(screen.getByRole('dialog', { name: 'Notifications' })).toBeDefined();
});

test('an empty notification panel says "Nothing new"', async () => {
  show();
  const panel = await openPanel('Notifications');
  expect(await panel.findByText('Nothing new')).toBeDefined();
});

test('Retry loads the notifications again after an error', async () => {
  list = () => Response.json({}, { status: 400 });
  show();
  const panel = await openPanel('Notifications');
  const retry = await panel.findByRole('button', { name: 'Retry' });
  list = () => Response.json([notificationOf({})]);
  await userEvent.click(retry);
  expect(await panel.findByText('Amara Nwosu sent you €1,250.00')).toBeDefined();
});
