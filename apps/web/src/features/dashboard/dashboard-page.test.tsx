import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { toast } from 'sonner';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { dashboardServer, history, wallet } from '../../../test/dashboard-server.ts';
import { ines } from '../../../test/ines.ts';
import { ownRequestOf, paymentRequestOf } from '../../../test/payment-request-of.ts';
import { renderScreen } from '../../../test/render-screen.tsx';
import { DashboardPage } from './dashboard-page.tsx';

let server: ReturnType<typeof dashboardServer>;
const scrolled = vi.fn();

beforeEach(() => {
  server = dashboardServer();
  Element.prototype.scrollIntoView = scrolled; // jsdom has no layout to scroll
});
afterEach(() => {
  cleanup();
  toast.dismiss();
  scrolled.mockClear();
  for (const storage of [localStorage, sessionStorage]) storage.clear();
  vi.unstubAllGlobals();
});

const open = (at = '/dashboard') => renderScreen(DashboardPage, { at });
const findBalances = async () => within(await screen.findByRole('region', { name: 'Balances' }));
const hasText = (text: string) => (_: string, element: Element | null) =>
  element?.textContent === text && element.matches('.amt');

// Rules: dashboard-3
test('the total balance is the dollars and the coins; a second line says what EUR and GBP add', async () => {
  open();
  const balances = await findBalances();
  expect(await balances.findByText(hasText('$26,247.47'))).toBeDefined();
  expect(balances.getByText(/EUR and GBP add/).textContent).toBe('EUR and GBP add $4,027.44');
  expect(balances.getByText('In US dollars').parentElement?.textContent).toBe('In US dollars$16,507.79');
});

test('the change of the day is what the prices of the coins have done to the total; hidden, it is not there', async () => {
  open();
  const balances = await findBalances();
  // 13,767.12 dollars of coins were worth 13,443.14 before they rose by 2.41 %.
  expect((await balances.findByText('today')).parentElement?.textContent).toBe('up 1.25% today');
  await userEvent.click(screen.getByRole('button', { name: 'Hide balance' }));
  expect(balances.queryByText('today')).toBeNull();
});

// Rules: dashboard-10
test('a holding leads to the page of its coin; below stand the gains of all, and what average cost means', async () => {
  open();
  const portfolio = within(await screen.findByRole('region', { name: 'Crypto Portfolio' }));
  const row = await portfolio.findByRole('link', { name: /^Bitcoin/ });
  expect(row.getAttribute('href')).toBe('/crypto/BTC');
  await waitFor(() => expect(row.querySelector('.spark path')).not.toBeNull());
  expect(row.textContent).toBe('Bitcoin0.21450000 BTC$13,767.12up 2.41%');
  await portfolio.findByText('Realised gain');
  expect(portfolio.getAllByRole('term').map((term) => term.parentElement?.textContent)).toEqual([
    'Value$13,767.12',
    'Unrealised gain+$1,722.94 up 14.31%',
    'Realised gain+$120.00',
  ]);
  expect(portfolio.getByText(/average cost of your coins, fees included/)).toBeDefined();
});

test('who has sold everything still sees what that has brought', async () => {
  server.answers['/api/crypto/portfolio'] = () => Response.json([]);
  open();
  const portfolio = within(await screen.findByRole('region', { name: 'Crypto Portfolio' }));
  expect((await portfolio.findByText('Realised gain')).parentElement?.textContent).toBe('Realised gain+$120.00');
  expect(portfolio.queryByText('Unrealised gain')).toBeNull();
});

test.each([
  ['coins', undefined],
  ['no coins', []],
])('with %s, a realised gain that does not come is said and can be asked for again', async (_, holdings) => {
  if (holdings) server.answers['/api/crypto/portfolio'] = () => Response.json(holdings);
  const answer = server.answers['/api/crypto/portfolio/gains'];
  server.answers['/api/crypto/portfolio/gains'] = () => Response.json({}, { status: 500 });
  open();
  const portfolio = within(await screen.findByRole('region', { name: 'Crypto Portfolio' }));
  expect(await portfolio.findByText('Could not load the realised gain')).toBeDefined();
  if (answer) server.answers['/api/crypto/portfolio/gains'] = answer;
  await userEvent.click(portfolio.getByRole('button', { name: 'Retry' }));
  expect((await portfolio.findByText('Realised gain')).parentElement?.textContent).toBe('Realised gain+$120.00');
});

// Rules: dashboard-29
test.each([
  ['holdings', 'Crypto Portfolio', '/api/crypto/portfolio'],
  ['transactions', 'Recent Transactions', '/api/transactions?limit=5'],
])('%s that do not come keep nothing else waiting, and end in words', async (_, name, call) => {
  const { promise, resolve } = Promise.withResolvers<Response>();
  server.answers[call] = () => promise;
  open();
  const place = within(await screen.findByRole('region', { name }));
  expect(await screen.findByRole('link', { name: call.includes('crypto') ? /^Added from/ : /^Bitcoin/ })).toBeDefined();
  expect(place.queryByText(/^Could not load/)).toBeNull();
  resolve(new Response(null, { status: 500 }));
  expect(await place.findByText(/^Could not load/)).toBeDefined();
});

// Rules: dashboard-4
test('what is held is said per currency under the total, and not where nothing is', async () => {
  open();
  const balances = await findBalances();
  await balances.findByText(hasText('$26,247.47'));
  expect(balances.queryByText(/held for payments under way/)).toBeNull();
  cleanup();
  server.answers['/api/wallets'] = () =>
    Response.json([
      wallet('USD', '100.00', '51.00', '151.00'),
      wallet('EUR', '0.00'),
      wallet('GBP', '5.00', '2.00', '7.00'),
    ]);
  open();
  const line = await (await findBalances()).findByText(/held for payments under way/);
  expect(line.textContent).toBe('$51.00, £2.00 held for payments under way');
  await userEvent.click(screen.getByRole('button', { name: 'Hide balance' }));
  expect(line.textContent).not.toContain('51');
});

const openUnconfirmed = () => {
  const user = { ...ines, email_confirmed: false };
  server.answers['/api/auth/me'] = () => Response.json(user);
  const { queryClient } = open();
  queryClient.setQueryData(['me'], user);
};
const bar = async () => (await screen.findByText(/is waiting:/)).closest('output');

test('to an unconfirmed member it is said that something waits, and neither whose nor how much', async () => {
  server.answers['/api/invitations/waiting'] = () => Response.json({ waiting: true });
  openUnconfirmed();
  expect((await bar())?.textContent).toContain('Money is waiting: confirm your email to receive it.');
});

test('who has opened the invitation in this tab is told whose and how much', async () => {
  sessionStorage.setItem('florin-invitation', 'a-token');
  const amounts = [{ currency: 'USD', amount: 50, amount_exact: '50.00' }];
  const invitation = { email: ines.email, sender: 'Alice Example', amounts, expires_at: '2026-12-24T09:12:00.000Z' };
  server.answers['POST /api/invitations/look-up'] = () => Response.json(invitation);
  openUnconfirmed();
  expect((await bar())?.textContent).toContain(
    '$50.00 from Alice Example is waiting: confirm your email to receive it.',
  );
});

test('an invitation to another address tells nothing of itself', async () => {
  sessionStorage.setItem('florin-invitation', 'a-token');
  const invitation = {
    email: 'other@florin.example',
    sender: 'Alice Example',
    amounts: [],
    expires_at: '2026-12-24T09:12:00.000Z',
  };
  server.answers['POST /api/invitations/look-up'] = () => Response.json(invitation);
  server.answers['/api/invitations/waiting'] = () => Response.json({ waiting: true });
  openUnconfirmed();
  expect((await bar())?.textContent).toContain('Money is waiting:');
  expect(screen.queryByText('Alice Example')).toBeNull();
});

const chart = () => screen.findByRole('slider', { name: /^Total balance over/ });

test('the balance over time is drawn for a month at first, then for what was chosen last', async () => {
  server.answers['/api/crypto/portfolio/history?range=1y'] = () => Response.json({ ...history, range: '1y' });
  open();
  expect((await chart()).getAttribute('aria-label')).toBe('Total balance over one month');
  await userEvent.click(screen.getByRole('button', { name: '1Y' }));
  await waitFor(async () => expect((await chart()).getAttribute('aria-label')).toBe('Total balance over one year'));
  cleanup();
  open();
  expect((await chart()).getAttribute('aria-label')).toBe('Total balance over one year');
});

test('the same figures are there as a table', async () => {
  open();
  await chart();
  await userEvent.click(screen.getByRole('button', { name: 'Show as table' }));
  const table = within(screen.getByRole('region', { name: 'Total balance over time' }));
  expect(table.getAllByRole('row')[1]?.textContent).toMatch(/2026\$12,480.35\$13,767.12\$26,247.47$/);
});

test('a history that does not come is asked for again in its place', async () => {
  const works = server.answers['/api/crypto/portfolio/history?range=1m'];
  server.answers['/api/crypto/portfolio/history?range=1m'] = () => new Response(null, { status: 500 });
  open();
  const balances = await findBalances();
  expect(await balances.findByText('Could not load the chart')).toBeDefined();
  expect(await balances.findByText(hasText('$26,247.47'))).toBeDefined();
  if (works) server.answers['/api/crypto/portfolio/history?range=1m'] = works;
  await userEvent.click(balances.getByRole('button', { name: 'Retry' }));
  expect(await chart()).toBeDefined();
});

test('a new account is told what will be drawn there', async () => {
  server.answers['/api/crypto/portfolio/history?range=1m'] = () => Response.json({ ...history, points: [[1, 0, 0]] });
  open();
  expect(await screen.findByText(/^Your balance over time is drawn here/)).toBeDefined();
});

test('a wallet is Active above its threshold, else Low', async () => {
  open();
  const badgeOf = async (name: string) => within(await screen.findByRole('article', { name })).getByText(/Active|Low/);
  expect((await badgeOf('US Dollar')).textContent).toBe('Active');
  expect((await badgeOf('Euro')).textContent).toBe('Active');
  expect((await badgeOf('British Pound')).textContent).toBe('Low');
});

test('what is held is said beside what can be spent, which alone counts', async () => {
  server.answers['/api/wallets'] = () =>
    Response.json([wallet('USD', '950.00', '800.00', '1750.00'), wallet('EUR', '0.00'), wallet('GBP', '0.00')]);
  open();
  const card = within(await screen.findByRole('article', { name: 'US Dollar' }));
  expect(card.getByText(hasText('$950.00'))).toBeDefined();
  expect(card.getByText(/^Held/).textContent).toBe('Held $800.00');
  expect(card.getByText('Low')).toBeDefined();
  expect(await (await findBalances()).findByText(hasText('$14,717.12'))).toBeDefined();
  expect(screen.getByText('Total in USD equivalent').parentElement?.textContent).toContain('$950.00');
  expect(within(screen.getByRole('article', { name: 'Euro' })).queryByText(/^Held/)).toBeNull();
});

test('who asks for money stands between the quick actions and the lists; own requests do not', async () => {
  server.answers['/api/payment-requests?state=open'] = () =>
    Response.json([paymentRequestOf(), ownRequestOf({ id: 'r2' })]);
  open();
  const requests = within(await screen.findByRole('region', { name: 'Requests' }));
  expect(requests.getAllByRole('article')).toHaveLength(1);
  expect(requests.getByRole('button', { name: 'Pay $24.48' })).toBeDefined();
  expect(requests.getByRole('button', { name: 'Decline' })).toBeDefined();
});

test('where nobody asks for money there is no place for it', async () => {
  open();
  await findBalances();
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Requests' })).toBeNull());
});

test('the quick actions are the four of the specification', async () => {
  open();
  const actions = within(await screen.findByRole('region', { name: 'Quick Actions' }));
  expect(actions.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
    ['Send Money', '/send'],
    ['Receive', '/receive'],
    ['Buy Crypto', '/buy-crypto'],
    ['Sell Crypto', '/sell-crypto'],
  ]);
});

test('hidden balances are not in the page, and the browser remembers', async () => {
  open();
  await (await findBalances()).findByText(hasText('$26,247.47'));
  await userEvent.click(screen.getByRole('button', { name: 'Hide balance' }));
  expect(screen.queryAllByText(/\d{2},\d{3}/)).toEqual([]);
  expect(screen.queryAllByText(/^(Active|Low)$/)).toEqual([]);
  expect(screen.queryByRole('slider')).toBeNull();
  cleanup();
  open();
  expect(await screen.findByRole('button', { name: 'Show balance' })).toBeDefined();
});

test('an empty account says so', async () => {
  server.answers['/api/crypto/portfolio'] = () => Response.json([]);
  server.answers['/api/transactions?limit=5'] = () => Response.json([]);
  open();
  expect(await screen.findByText('No crypto holdings yet')).toBeDefined();
  expect(await screen.findByText('No transactions yet')).toBeDefined();
});

test('a card that cannot be loaded says so in its place and can be retried; the others are there', async () => {
  const works = server.answers['/api/transactions?limit=5'];
  server.answers['/api/transactions?limit=5'] = () => new Response(null, { status: 500 });
  open();
  const card = within(await screen.findByRole('region', { name: 'Recent Transactions' }));
  expect(await card.findByText('Could not load')).toBeDefined();
  expect(await screen.findByText('Bitcoin')).toBeDefined();
  if (works) server.answers['/api/transactions?limit=5'] = works;
  await userEvent.click(card.getByRole('button', { name: 'Retry' }));
  expect(await card.findByText('Added from Visa •••• 4242')).toBeDefined();
});

test('the address names the tab, which is scrolled into view; choosing one changes the address', async () => {
  const { router } = open('/dashboard?tab=converter');
  expect(await screen.findByRole('button', { name: 'Convert Now' })).toBeDefined();
  await waitFor(() => expect(scrolled).toHaveBeenCalledOnce());
  await userEvent.click(screen.getByRole('tab', { name: 'Wallet' }));
  await waitFor(() => expect(router.state.location.search).toEqual({ tab: 'wallet' }));
  expect(await screen.findByText('Total in USD equivalent')).toBeDefined();
});

test('converting only says the result', async () => {
  open('/dashboard?tab=converter');
  await userEvent.click(await screen.findByRole('button', { name: '5000' }));
  await userEvent.click(screen.getByRole('button', { name: 'Swap currencies' }));
  expect(screen.getByLabelText('Converted amount').textContent).toBe('5450.00');
  await userEvent.click(screen.getByRole('button', { name: 'Convert Now' }));
  expect(await screen.findByText('Conversion: 5000 EUR = 5450.00 USD')).toBeDefined();
  expect(server.calls).toEqual([]);
});
