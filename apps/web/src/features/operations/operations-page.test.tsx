import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { toast } from 'sonner';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { section, showOperations } from '../../../test/operations-screen.tsx';
import { actOf, healthy, orderOf, startOperationsServer } from '../../../test/operations-server.ts';

let server: ReturnType<typeof startOperationsServer>;

beforeEach(() => {
  server = startOperationsServer();
});
afterEach(() => {
  cleanup();
  toast.dismiss();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('the operations page counts the pending work in the figures and in the section navigation', async () => {
  showOperations();
  const figures = await section('Overview');
  expect((await figures.findByText('Identity checks')).parentElement?.textContent).toBe('Identity checks2oldest 22 h');
  expect(figures.getByText('Withdrawals held').parentElement?.textContent).toBe('Withdrawals held1$6,340.00');
  expect(figures.getByText('Fees today').parentElement?.textContent).toContain('$1,904.22');
  await figures.findByText('off balance in 2 assets');
  const areas = within(screen.getByRole('navigation', { name: 'Areas' }));
  expect(areas.getAllByRole('link').map(({ textContent }) => textContent)).toEqual([
    'Identity2',
    'Businesses',
    'Second operator1',
    'Withdrawals2',
    'Payouts0',
    'Bank1',
    'Screening0',
    'Users',
    'House',
    'Ledger',
    'Audit trail',
  ]);
});

// Rules: security-37
test('the key / focuses the search of the operations page, and Enter searches the users', async () => {
  showOperations();
  await screen.findByRole('button', { name: 'Jonas Weber' });
  await userEvent.keyboard('/');
  expect(document.activeElement).toBe(screen.getByRole('searchbox', { name: 'Search users and references' }));
  await userEvent.keyboard('weber/1{Enter}');
  const field = screen.getByRole('searchbox', { name: 'Search users' });
  expect(document.activeElement).toBe(field);
  expect(field).toHaveProperty('value', 'weber/1');
  await waitFor(() => expect(server.bodiesTo('POST /api/operations/users/search')).toContainEqual({ q: 'weber/1' }));
});

test('house positions show the total value and mark a coin without a price', async () => {
  showOperations();
  const house = await section('House positions');
  expect(await house.findByText('no price')).toBeDefined();
  const total = house.getByRole('row', { name: /2 coins in US dollars/ });
  expect(total.textContent).toBe('2 coins in US dollars$1,687,904.11');
});

test('ledger health shows balanced books with their sums', async () => {
  showOperations();
  const ledger = await section('Ledger health');
  expect(await ledger.findByText('All sums are zero')).toBeDefined();
  expect(ledger.getAllByRole('row').map(({ textContent }) => textContent)).toEqual([
    'AssetMembers ownHouseSum',
    'USD9,411,004.55−9,411,004.550.00',
    'BTC188.20144900−188.201449000',
  ]);
  expect(ledger.getByText(/^184,204 entries, checked at \d\d:\d\d:\d\d\.$/)).toBeDefined();
});

test('ledger health shows the findings and the read-only state', async () => {
  const [btc, usd] = healthy.assets;
  server.answers['GET /api/operations/ledger'] = () =>
    Response.json({
      ...healthy,
      assets: [btc, { ...usd, sum_exact: '0.01' }],
      findings: ['USD is off by 0.01.'],
      read_only: true,
    });
  showOperations();
  const ledger = await section('Ledger health');
  expect(await ledger.findByText('Findings')).toBeDefined();
  expect(ledger.getByText('The ledger is read-only.').parentElement?.textContent).toContain('USD is off by 0.01.');
  expect((await section('Overview')).getByText('findings, read-only')).toBeDefined();
});

test.each([
  ['an imbalance before the next sweep', { sum_exact: '0.01' }, false, 'of 2 assets off balance'],
  ['a read-only ledger without findings', {}, true, 'off balance in 2 assets, read-only'],
])('the ledger figure shows %s', async (_, wrong, isReadOnly, note) => {
  const [btc, usd] = healthy.assets;
  server.answers['GET /api/operations/ledger'] = () =>
    Response.json({ ...healthy, assets: [btc, { ...usd, ...wrong }], read_only: isReadOnly });
  showOperations();
  expect(await (await section('Overview')).findByText(note)).toBeDefined();
});

test('the audit trail loads older pages on demand', async () => {
  server.answers['GET /api/operations/audit'] = () =>
    server.sent.at(-1)?.query === 'cursor=older'
      ? Response.json([actOf({ id: 'a2', did: 'Released withdrawal', on: '7-1', who: 'system', ip: null })])
      : Response.json([actOf()], { headers: { link: '</api/operations/audit?cursor=older>; rel="next"' } });
  showOperations();
  const trail = await section('Audit trail');
  expect((await trail.findByText('9f2c…41ab')).getAttribute('title')).toBe(actOf().hash);
  await userEvent.click(trail.getByRole('button', { name: 'Older' }));
  expect(await trail.findByText('Released withdrawal')).toBeDefined();
  expect(trail.queryByRole('button', { name: 'Older' })).toBeNull();
});

test('empty sections of the operations page show an empty state', async () => {
  for (const list of ['GET kyc', 'GET orders', 'POST users/search', 'GET house', 'GET audit'])
    server.answers[list.replace(' ', ' /api/operations/')] = () => Response.json([]);
  showOperations();
  for (const text of ['No open checks', 'Nothing pending', 'No users found', 'The house holds no coins', 'Nothing yet'])
    expect(await screen.findByText(text)).toBeDefined();
});

test('a section of the operations page that fails to load offers Retry', async () => {
  server.answers['GET /api/operations/orders'] = () => Response.json({}, { status: 400 });
  showOperations();
  const orders = await section('Pending withdrawals and bank deposits');
  const retry = await orders.findByRole('button', { name: 'Retry' });
  server.answers['GET /api/operations/orders'] = () => Response.json([orderOf()]);
  await userEvent.click(retry);
  expect(await orders.findByText('Oskar Lind')).toBeDefined();
});
