import type { ApiKey, EventOfMember, User, Webhook } from '@florin/contract';
import { cleanup, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { acmeAs } from '../../../test/acme.ts';
import { ines } from '../../../test/ines.ts';
import { renderScreen } from '../../../test/render-screen.tsx';
import { meQuery } from '../../api/queries.ts';
import { DevelopersPage } from './developers-page.tsx';

const apiKey: ApiKey = {
  id: 'k1',
  name: 'Payroll',
  hint: 'flr_test_…9kST',
  scopes: ['payments:write'],
  wallet: null,
  recipients: [],
  caps: { payment_exact: '1500.00', day_exact: null, month_exact: null },
  networks: [],
  confirmed_payments: false,
  made_by: 'Ines Almeida',
  state: 'suspended',
  created_at: '2024-08-03T10:00:00Z',
  expires_at: null,
  former_until: null,
  last_used_at: null,
  last_used_from: null,
  calls: 0,
};
const webhook: Webhook = {
  id: 'w1',
  url: 'https://hooks.example.com/florin',
  description: '',
  types: [],
  state: 'failing',
  failing_since: '2024-08-03T10:00:00Z',
  given_up_at: null,
  old_secret_until: null,
  waiting: 2,
  created_at: '2024-08-03T10:00:00Z',
};
const eventAt = (sequence: number): EventOfMember => ({
  id: `evt_${sequence}`,
  sequence,
  type: 'request.paid',
  timestamp: '2024-08-03T10:00:00Z',
  api_version: '1.0.0',
  object: `/payment-requests/r${sequence}`,
  data: null,
});

let answers: Map<string, () => Response>;

beforeEach(() => {
  answers = new Map([
    ['/api/keys', () => Response.json([apiKey])],
    ['/api/webhooks', () => Response.json([webhook])],
    ['/api/sandbox/clock', () => Response.json({ now: '2024-08-10T10:00:00Z', advanced_seconds: 7 * 86_400 })],
    ['/api/event-log', () => Response.json({ events: [eventAt(2)], has_more: true })],
  ]);
  vi.stubGlobal('fetch', async (url: string) => {
    const { pathname, searchParams } = new URL(url, location.origin);
    if (searchParams.get('before') === '2') return Response.json({ events: [eventAt(1)], has_more: false });
    return answers.get(pathname)?.() ?? Response.json({}, { status: 500 });
  });
});

afterEach(() => {
  cleanup();
  document.head.querySelector('meta[name="florin-mode"]')?.remove();
  vi.unstubAllGlobals();
});

function renderPage(user: User = ines, at = '/developers') {
  renderScreen(DevelopersPage, { at }).queryClient.setQueryData(meQuery.queryKey, user);
}

test('a key shows its scopes, limits, use and creator, and why it is suspended', async () => {
  renderPage();
  expect(await screen.findByText('payments:write')).toBeDefined();
  expect(screen.getByText('$1,500.00 per payment')).toBeDefined();
  expect(screen.getByText(/Never used · no expiry · made by/).textContent).toContain('Ines Almeida');
  expect(screen.getByText(/no longer acts for the account/)).toBeDefined();
});

test('a banner names the failing webhook and links to it', async () => {
  renderPage();
  expect((await screen.findByText(/have failed since/)).textContent).toContain('hooks.example.com');
  await userEvent.click(screen.getByRole('button', { name: /^Show/ }));
  expect(await screen.findByText(/^All events · added .* · 2 deliveries wait$/)).toBeDefined();
});

test('a banner counts the other failing webhooks', async () => {
  answers.set('/api/webhooks', () => Response.json([webhook, { ...webhook, id: 'w2', url: 'https://b.example.com' }]));
  renderPage();
  expect((await screen.findByText(/One more webhook fails too\./)).textContent).toContain('hooks.example.com');
});

test('the keys show an error with Retry if they do not load', async () => {
  const fail = vi.fn<() => Response>(() => Response.json({}, { status: 500 }));
  answers.set('/api/keys', fail);
  renderPage();
  expect(await screen.findByText('Could not load', {}, { timeout: 15_000 })).toBeDefined();
  answers.set('/api/keys', () => Response.json([]));
  await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
  expect(await screen.findByText('No API keys yet')).toBeDefined();
});

test('an accountant of a business sees only the event log', async () => {
  renderPage(acmeAs('accountant'));
  expect(await screen.findByText('/payment-requests/r2', { selector: 'code' })).toBeDefined();
  expect(screen.getAllByRole('tab').map((tab) => tab.textContent)).toEqual(['Events']);
});

test('Load more adds older events to the event log', async () => {
  renderPage(ines, '/developers?tab=events');
  await userEvent.click(await screen.findByRole('button', { name: 'Load more' }));
  expect(await screen.findByText('/payment-requests/r1', { selector: 'code' })).toBeDefined();
  expect(screen.queryByRole('button', { name: 'Load more' })).toBeNull();
});

test('a sandbox shows the time of the account and why a move of the test clock failed', async () => {
  renderPage(ines, '/developers?tab=simulate');
  expect(await screen.findByText('Moved forward by')).toBeDefined();
  expect(screen.getByText('7 days', { selector: 'dd' })).toBeDefined();
  answers.set('/api/sandbox/clock', () => Response.json({ detail: 'Too many moves.' }, { status: 429 }));
  await userEvent.click(screen.getByRole('button', { name: '1 hour' }));
  expect(await screen.findByText('Too many moves.')).toBeDefined();
});

test('a live server has no simulations and no scope for simulations', async () => {
  document.head.append(Object.assign(document.createElement('meta'), { name: 'florin-mode', content: 'live' }));
  renderPage(ines, '/developers?tab=simulate');
  expect(await screen.findByText('payments:write')).toBeDefined();
  expect(screen.getAllByRole('tab').map((tab) => tab.textContent)).toEqual(['API keys', 'Webhooks', 'Events']);
  await userEvent.click(screen.getByRole('button', { name: 'Make a key' }));
  expect(await screen.findByRole('checkbox', { name: /^Send money/ })).toBeDefined();
  expect(screen.queryByRole('checkbox', { name: /sandbox:write/ })).toBeNull();
});
