import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { toast } from 'sonner';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { renderScreen } from '../../../test/render-screen.tsx';
import { enter, openForm, press, priceIsHeld, sumLine } from '../../../test/sell-screen.ts';
import { eth, sellQuote as quote, startSellServer } from '../../../test/sell-server.ts';
import { findToast } from '../../../test/find-toast.ts';
import { SellPage } from './sell-page.tsx';

let server: ReturnType<typeof startSellServer>;

beforeEach(() => {
  server = startSellServer();
});
afterEach(() => {
  cleanup();
  toast.dismiss();
  vi.unstubAllGlobals();
});

const refusal = (status: number, code: string, detail: string) => () =>
  Response.json({ detail, code, request_id: 'r' }, { status });

test('selecting a holding sets the coin in the URL', async () => {
  const { router } = renderScreen(SellPage, { at: '/sell-crypto' });
  await userEvent.click(await screen.findByRole('button', { name: /Solana/ }));
  await waitFor(() => expect(router.state.location.search).toEqual({ coin: 'SOL' }));
  expect(screen.getByRole('form', { name: 'Sell Solana' })).toBeDefined();
});

// Rules: sell-1, sell-2
test('each holding on the Sell page shows value, amount and unrealized gain', async () => {
  renderScreen(SellPage, { at: '/sell-crypto' });
  const row = async (name: string) => (await screen.findByRole('button', { name: RegExp(`^${name}`) })).textContent;
  expect(await row('Ethereum')).toBe('EthereumETHUnrealized gain +$1,590.00 up 25.00%$7,950.003.18000001 ETH');
  expect(await row('Solana')).toBe('SolanaSOLUnrealized gain −$450.00 down 18.00%$2,050.0041.00000000 SOL');
  expect(screen.getByRole('heading', { name: 'Your holdings' }).parentElement?.textContent).toContain('$10,000.00');
});

// Rules: sell-4
test('the Sell form shows the available balance and its value', async () => {
  await openForm();
  const form = within(screen.getByRole('form', { name: 'Sell Ethereum' }));
  const lineOf = (label: string) => form.getByText(label).parentElement?.textContent;
  expect(lineOf('Available balance')).toBe('Available balance3.18000001 ETH');
  expect(lineOf('Value')).toBe('Value$7,950.00');
  expect(form.getAllByRole('presentation')[0]?.getAttribute('src')).toBe('/coins/eth.svg');
});

// Rules: sell-6
test('the Sell page shows no form for a coin that the member does not hold', async () => {
  renderScreen(SellPage, { at: '/sell-crypto?coin=DOGE' });
  expect(await screen.findByRole('heading', { name: 'Select a Cryptocurrency' })).toBeDefined();
  expect(screen.getByText('You hold no DOGE. Pick a holding.')).toBeDefined();
  expect(screen.queryByRole('form')).toBeNull();
});

test('the allocation of coins shows shares next to the ring, and the cost in the table', async () => {
  renderScreen(SellPage, { at: '/sell-crypto' });
  const spread = within(await screen.findByRole('region', { name: 'Allocation' }));
  expect(spread.getAllByRole('listitem').map((item) => item.textContent)).toEqual(['Ethereum79.5%', 'Solana20.5%']);
  await userEvent.click(spread.getByRole('button', { name: 'Table' }));
  expect(spread.getAllByRole('row').map((row) => row.textContent)).toEqual([
    'CoinValueShareCost with fees',
    'Ethereum$7,950.0079.5%$6,360.00',
    'Solana$2,050.0020.5%$2,500.00',
    'All$10,000.00100.0%$8,860.00',
  ]);
});

test.each([
  ['', 'Please select a cryptocurrency and enter amount'],
  ['0', 'Amount must be greater than 0'],
  ['1.2.3', 'Enter the amount in digits, such as 50.25'],
  ['1.123456789', 'An amount in ETH has at most 8 decimals'],
  ['3.18000002', 'Insufficient balance'],
])('Sell shows an error for the amount "%s": %s', async (amount, sentence) => {
  await openForm();
  if (amount) await enter(amount);
  await press();
  await findToast(sentence);
  const found = screen.getAllByText(sentence);
  expect(found.some((each) => each.closest('.field') !== null)).toBe(true);
  expect(server.sales).toEqual([]);
});

test('Use Max fills in the whole holding of a coin', async () => {
  await openForm();
  await userEvent.click(screen.getByRole('button', { name: 'Use Max' }));
  expect(screen.getByLabelText<HTMLInputElement>('Amount').value).toBe('3.18000001');
  expect(screen.getByText('100.0% of your Ethereum')).toBeDefined();
});

test('the Sell form shows an estimate until the quote arrives, then the quoted sum and the gain', async () => {
  await openForm();
  await enter('1.25');
  expect(sumLine('Estimated value')).toBe('Estimated value$3,125.00');
  expect(sumLine('You get about')).toBe('You get about$3,093.75');
  await priceIsHeld();
  expect(server.orders).toEqual([{ kind: 'sell', crypto_symbol: 'ETH', amount_crypto: '1.25000000' }]);
  expect(sumLine('Estimated value')).toBe('Estimated value$3,127.50');
  expect(sumLine('Fee (1%)')).toBe('Fee (1%)−$31.28');
  expect(sumLine('You get')).toBe('You get$3,096.22');
  // 1.25 of 3.18000001 coins cost 2,500.00 of 6,360.00 dollars, rounded to the nearest cent.
  expect(screen.getByText(/on this sale/).textContent).toBe('Gain on this sale +$596.22 up 23.85%');
});

test('Sell uses the quote and opens the dashboard', async () => {
  const { router } = await openForm();
  await enter('1.25');
  await priceIsHeld();
  await userEvent.click(screen.getByRole('button', { name: 'Sell' }));
  expect(await screen.findByText('Successfully sold 1.25 ETH for $3096.23')).toBeDefined();
  expect(server.sales.map(({ body }) => body)).toEqual([
    { crypto_symbol: 'ETH', amount_crypto: '1.25000000', quote_id: 'q1' },
  ]);
  await waitFor(() => expect(router.state.location.pathname).toBe('/dashboard'));
});

// Rules: api-14
test('Sell without a quote sells at the server’s price', async () => {
  server.answerQuote = () => new Response(null, { status: 404 });
  await openForm();
  await enter('1.25');
  await screen.findByText('Could not load the price.');
  expect(sumLine('You get about')).toBe('You get about$3,093.75');
  await press();
  expect(await screen.findByText(/^Successfully sold/)).toBeDefined();
  expect(server.sales.map(({ body }) => body)).toEqual([{ crypto_symbol: 'ETH', amount_crypto: '1.25000000' }]);
});

test.each(['quote_used', 'quote_expired'])(
  'after %s the Sell form gets a new quote and sells nothing until the next press',
  async (code) => {
    const detail = 'This price has expired. Get a new one.';
    server.answerSale = refusal(409, code, detail);
    await openForm();
    await enter('1.25');
    await priceIsHeld();
    server.answerQuote = () => Response.json({ ...quote, id: 'q2', total: 3000, total_exact: '3000.00' });
    await press();
    expect(await findToast(detail)).toBeDefined();
    expect(screen.getByText('Nothing was sold.')).toBeDefined();
    await waitFor(() => expect(sumLine('You get')).toBe('You get$3,000.00'));
    expect(server.sales).toHaveLength(1);
    server.answerSale = () => Response.json({ usd_amount: 3000, usd_amount_exact: '3000.00' });
    await press();
    await screen.findByText(/^Successfully sold/);
    expect(server.sales.map(({ body }) => body)).toMatchObject([{ quote_id: 'q1' }, { quote_id: 'q2' }]);
  },
);

// Rules: sell-18
test('Sell is disabled with a reason while trading in the coin is paused', async () => {
  server.holdings = Response.json([{ ...eth, paused: 'stale' }]);
  await openForm();
  await enter('1');
  expect(screen.getByText('Trading in Ethereum is paused.', { selector: 'b' })).toBeDefined();
  const button = screen.getByRole('button', { name: 'Sell' });
  expect(button.getAttribute('aria-disabled')).toBe('true');
  await userEvent.click(button);
  await userEvent.type(screen.getByLabelText('Amount'), '{Enter}');
  expect(server.sales).toEqual([]);
});

test('the Sell form of a delisted coin shows its last price and disables Sell', async () => {
  server.holdings = Response.json([{ ...eth, paused: 'delisted', updated_at: '2024-10-23T12:00:00Z' }]);
  await openForm();
  await enter('1');
  expect(screen.getByText('Ethereum is no longer traded here.', { selector: 'b' })).toBeDefined();
  expect(screen.getByText('as of Oct 23, 2024')).toBeDefined();
  const button = screen.getByRole('button', { name: 'Sell' });
  expect(button.getAttribute('aria-disabled')).toBe('true');
  await userEvent.click(button);
  expect(server.sales).toEqual([]);
  expect(server.orders).toEqual([]);
});

test('the Sell form shows the server’s message when trading was paused in the meantime', async () => {
  const detail = 'Trading in Ethereum is paused because its price is outdated. It resumes automatically.';
  server.answerQuote = refusal(409, 'trading_paused', detail);
  server.answerSale = server.answerQuote;
  await openForm();
  await enter('1');
  expect(await screen.findByText(detail)).toBeDefined();
  await press();
  expect(await findToast(detail)).toBeDefined();
});

test('a rejected sale shows the server’s reason, or "Failed to sell cryptocurrency" without one', async () => {
  const detail = 'Insufficient balance: this needs 1 ETH.';
  server.answerSale = refusal(409, 'insufficient_balance', detail);
  await openForm();
  await enter('1');
  await press();
  expect(await findToast(detail)).toBeDefined();
  server.answerSale = () => new Response('Bad gateway', { status: 502 });
  await press();
  expect(await screen.findByText('Failed to sell cryptocurrency')).toBeDefined();
});

test('the Sell page without holdings links to Buy Crypto', async () => {
  server.holdings = Response.json([]);
  renderScreen(SellPage, { at: '/sell-crypto' });
  expect(await screen.findByText('No crypto holdings to sell')).toBeDefined();
  expect(screen.getByRole('link', { name: 'Buy Crypto' }).getAttribute('href')).toBe('/buy-crypto');
});

test('a failed load of the portfolio shows a toast and Retry', async () => {
  server.holdings = Response.json({}, { status: 404 });
  renderScreen(SellPage, { at: '/sell-crypto' });
  expect(await screen.findByText('Failed to load portfolio')).toBeDefined();
  server.holdings = Response.json([eth]);
  await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
  expect(await screen.findByRole('button', { name: /^Ethereum/ })).toBeDefined();
});
