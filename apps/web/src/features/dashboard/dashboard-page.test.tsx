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
  element?.textContent === text && element.matches('.amount');

// Rules: dashboard-3
test('Total Balance sums US dollars and coins, and a second line shows EUR and GBP', async () => {
  open();
  const balances = await findBalances();
  expect(await balances.findByText(hasText('$26,247.47'))).toBeDefined();
  expect(balances.getByText(/EUR and GBP add/).textContent).toBe('EUR and GBP add $4,027.44');
  expect(balances.getByText('In US dollars').parentElement?.textContent).toBe('In US dollars$16,507.79');
});

test('the day change on the dashboard reflects only coin prices and is hidden with the balances', async () => {
  open();
  const balances = await findBalances();
  // The coins rose by 2.41%, from $13,443.14 to $13,767.12.
  expect((await balances.findByText('today')).parentElement?.textContent).toBe('up 1.25% today');
  await userEvent.click(screen.getByRole('button', { name: 'Hide balance' }));
  expect(balances.queryByText('today')).toBeNull();
});

// Rules: dashboard-10
test('the portfolio links each holding to its coin and shows total gains with a note on average cost', async () => {
  open();
  const portfolio = within(await screen.findByRole('region', { name: 'Crypto Portfolio' }));
  const row = await portfolio.findByRole('link', { name: /^Bitcoin/ });
  expect(row.getAttribute('href')).toBe('/crypto/BTC');
  await waitFor(() => expect(row.querySelector('.sparkline path')).not.toBeNull());
  expect(row.textContent).toBe('Bitcoin0.21450000 BTC$13,767.12up 2.41%');
  await portfolio.findByText('Realized gain');
  expect(portfolio.getAllByRole('term').map((term) => term.parentElement?.textContent)).toEqual([
    'Value$13,767.12',
    'Unrealized gain+$1,722.94 up 14.31%',
    'Realized gain+$120.00',
  ]);
  expect(portfolio.getByText(/average cost of your coins, fees included/)).toBeDefined();
});

test('the portfolio shows the realized gain after all coins are sold', async () => {
  server.answers['/api/crypto/portfolio'] = () => Response.json([]);
  open();
  const portfolio = within(await screen.findByRole('region', { name: 'Crypto Portfolio' }));
  expect((await portfolio.findByText('Realized gain')).parentElement?.textContent).toBe('Realized gain+$120.00');
  expect(portfolio.queryByText('Unrealized gain')).toBeNull();
});

test.each([
  ['coins', undefined],
  ['no coins', []],
])('with %s, a failed request for the realized gain shows an error and Retry', async (_, holdings) => {
  if (holdings) server.answers['/api/crypto/portfolio'] = () => Response.json(holdings);
  const answer = server.answers['/api/crypto/portfolio/gains'];
  server.answers['/api/crypto/portfolio/gains'] = () => Response.json({}, { status: 500 });
  open();
  const portfolio = within(await screen.findByRole('region', { name: 'Crypto Portfolio' }));
  expect(await portfolio.findByText('Could not load the realized gain')).toBeDefined();
  if (answer) server.answers['/api/crypto/portfolio/gains'] = answer;
  await userEvent.click(portfolio.getByRole('button', { name: 'Retry' }));
  expect((await portfolio.findByText('Realized gain')).parentElement?.textContent).toBe('Realized gain+$120.00');
});

// Rules: dashboard-29
test.each([
  ['holdings', 'Crypto Portfolio', '/api/crypto/portfolio'],
  ['transactions', 'Recent Transactions', '/api/transactions?limit=5'],
])('a slow %s request does not delay other cards, and its failure shows an error', async (_, name, call) => {
  const { promise, resolve } = Promise.withResolvers<Response>();
  server.answers[call] = () => promise;
  open();
  const card = within(await screen.findByRole('region', { name }));
  expect(await screen.findByRole('link', { name: call.includes('crypto') ? /^Added from/ : /^Bitcoin/ })).toBeDefined();
  expect(card.queryByText(/^Could not load/)).toBeNull();
  resolve(new Response(null, { status: 500 }));
  expect(await card.findByText(/^Could not load/)).toBeDefined();
});

// Rules: dashboard-4
test('Total Balance shows the held amount per currency, only if money is held', async () => {
  open();
  const balances = await findBalances();
  await balances.findByText(hasText('$26,247.47'));
  expect(balances.queryByText(/held for pending payments/)).toBeNull();
  cleanup();
  server.answers['/api/wallets'] = () =>
    Response.json([
      wallet('USD', '100.00', '51.00', '151.00'),
      wallet('EUR', '0.00'),
      wallet('GBP', '5.00', '2.00', '7.00'),
    ]);
  open();
  const line = await (await findBalances()).findByText(/held for pending payments/);
  expect(line.textContent).toBe('$51.00, £2.00 held for pending payments');
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

test('a member without a confirmed email sees that money is waiting, without sender or amount', async () => {
  server.answers['/api/invitations/waiting'] = () => Response.json({ waiting: true });
  openUnconfirmed();
  expect((await bar())?.textContent).toContain('Money is waiting: confirm your email to receive it.');
});

test('a member who opened the invitation in this tab sees the sender and the amount', async () => {
  sessionStorage.setItem('florin-invitation', 'a-token');
  const amounts = [{ currency: 'USD', amount: 50, amount_exact: '50.00' }];
  const invitation = { email: ines.email, sender: 'Alice Example', amounts, expires_at: '2026-12-24T09:12:00.000Z' };
  server.answers['POST /api/invitations/look-up'] = () => Response.json(invitation);
  openUnconfirmed();
  expect((await bar())?.textContent).toContain(
    '$50.00 from Alice Example is waiting: confirm your email to receive it.',
  );
});

test('an invitation for another address reveals neither sender nor amount', async () => {
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

test('the balance chart starts with one month and remembers the selected range', async () => {
  server.answers['/api/crypto/portfolio/history?range=1y'] = () => Response.json({ ...history, range: '1y' });
  open();
  expect((await chart()).getAttribute('aria-label')).toBe('Total balance over one month');
  await userEvent.click(screen.getByRole('button', { name: '1Y' }));
  await waitFor(async () => expect((await chart()).getAttribute('aria-label')).toBe('Total balance over one year'));
  cleanup();
  open();
  expect((await chart()).getAttribute('aria-label')).toBe('Total balance over one year');
});

test('the balance history is also available as a table', async () => {
  open();
  await chart();
  await userEvent.click(screen.getByRole('button', { name: 'Show as table' }));
  const table = within(screen.getByRole('region', { name: 'Total balance over time' }));
  expect(table.getAllByRole('row')[1]?.textContent).toMatch(/2026\$12,480.35\$13,767.12\$26,247.47$/);
});

test('a failed balance history shows an error in its place and loads with Retry', async () => {
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

test('a new account sees a placeholder for the balance chart', async () => {
  server.answers['/api/crypto/portfolio/history?range=1m'] = () => Response.json({ ...history, points: [[1, 0, 0]] });
  open();
  expect(await screen.findByText(/^Your balance history will appear here/)).toBeDefined();
});

test('a wallet badge is Active above its threshold and Low otherwise', async () => {
  open();
  const badgeOf = async (name: string) => within(await screen.findByRole('article', { name })).getByText(/Active|Low/);
  expect((await badgeOf('US Dollar')).textContent).toBe('Active');
  expect((await badgeOf('Euro')).textContent).toBe('Active');
  expect((await badgeOf('British Pound')).textContent).toBe('Low');
});

test('a wallet card shows the held amount separately, and only the available amount counts toward totals', async () => {
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

test('the dashboard lists incoming payment requests, but not the member’s own', async () => {
  server.answers['/api/payment-requests?state=open'] = () =>
    Response.json([paymentRequestOf(), ownRequestOf({ id: 'r2' })]);
  open();
  const requests = within(await screen.findByRole('region', { name: 'Requests' }));
  expect(requests.getAllByRole('article')).toHaveLength(1);
  expect(requests.getByRole('button', { name: 'Pay $24.48' })).toBeDefined();
  expect(requests.getByRole('button', { name: 'Decline' })).toBeDefined();
});

test('the dashboard hides the Requests section without incoming payment requests', async () => {
  open();
  await findBalances();
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Requests' })).toBeNull());
});

test('Quick Actions link to send, receive, buy and sell', async () => {
  open();
  const actions = within(await screen.findByRole('region', { name: 'Quick Actions' }));
  expect(actions.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
    ['Send Money', '/send'],
    ['Receive', '/receive'],
    ['Buy Crypto', '/buy-crypto'],
    ['Sell Crypto', '/sell-crypto'],
  ]);
});

test('hidden balances are absent from the page and stay hidden after a reload', async () => {
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

test('a new account shows empty states for holdings and transactions', async () => {
  server.answers['/api/crypto/portfolio'] = () => Response.json([]);
  server.answers['/api/transactions?limit=5'] = () => Response.json([]);
  open();
  expect(await screen.findByText('No crypto holdings yet')).toBeDefined();
  expect(await screen.findByText('No transactions yet')).toBeDefined();
});

test('a dashboard card that fails to load shows an error and Retry, and other cards still load', async () => {
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

test('the dashboard tab in the URL scrolls into view, and choosing a tab updates the URL', async () => {
  const { router } = open('/dashboard?tab=converter');
  expect(await screen.findByRole('button', { name: 'Convert Now' })).toBeDefined();
  await waitFor(() => expect(scrolled).toHaveBeenCalledOnce());
  await userEvent.click(screen.getByRole('tab', { name: 'Wallet' }));
  await waitFor(() => expect(router.state.location.search).toEqual({ tab: 'wallet' }));
  expect(await screen.findByText('Total in USD equivalent')).toBeDefined();
});

test('Convert Now shows the result and sends no request', async () => {
  open('/dashboard?tab=converter');
  await userEvent.click(await screen.findByRole('button', { name: '5000' }));
  await userEvent.click(screen.getByRole('button', { name: 'Swap currencies' }));
  expect(screen.getByLabelText('Converted amount').textContent).toBe('5450.00');
  await userEvent.click(screen.getByRole('button', { name: 'Convert Now' }));
  expect(await screen.findByText('Conversion: 5000 EUR = 5450.00 USD')).toBeDefined();
  expect(server.calls).toEqual([]);
});
