import type { Candles, CoinDetail, Holding, Transaction } from '@florin/contract';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { toast } from 'sonner';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { coinOf } from '../../../test/coin-of.ts';
import { holdingOf } from '../../../test/holding-of.ts';
import { renderScreen } from '../../../test/render-screen.tsx';
import { transactionOf } from '../../../test/transaction-of.ts';
import { CoinPage } from './coin-page.tsx';

let coin: CoinDetail;
let holdings: Holding[];
let favorites: () => Response | Promise<Response>;
let requests: string[];

const history: Candles = {
  range: '1m',
  every_seconds: 14_400,
  candles: [[Date.now() / 1000 - 30 * 86_400, 58_214.1, 59_000, 58_000, 58_500]],
};

const bought: Transaction = transactionOf({
  id: '3-7',
  type: 'buy_crypto',
  description: 'Bought Bitcoin',
  amount: -507.5,
  amount_exact: '-507.50',
  counter_currency: 'BTC',
  counter_amount: 0.00779029,
  counter_amount_exact: '0.00779029',
  crypto: 'BTC',
  usd_per_coin: '64182.40',
});
const sold: Transaction = transactionOf({
  id: '3-6',
  type: 'sell_crypto',
  description: 'Sold Bitcoin',
  amount: 1222.05,
  amount_exact: '1222.05',
  counter_currency: 'BTC',
  counter_amount: 0.02,
  counter_amount_exact: '0.02000000',
  crypto: 'BTC',
  usd_per_coin: '61720.00',
});
let transactions: Transaction[];

const refusal = (code: string) => ({ code, detail: 'There is no such coin.', request_id: '0' });

beforeEach(() => {
  requests = [];
  coin = coinOf();
  holdings = [holdingOf()];
  transactions = [bought, sold];
  favorites = () => new Response(null, { status: 204 });
  const answers: Record<string, () => Response | Promise<Response>> = {
    '/api/crypto/BTC': () => Response.json(coin),
    '/api/crypto/BTC/candles': () => Response.json(history),
    '/api/crypto/portfolio': () => Response.json(holdings),
    '/api/crypto/favorites': () => Response.json([]),
    '/api/crypto/favorites/BTC': () => favorites(),
    '/api/transactions': () => Response.json(transactions),
    '/api/crypto/XYZ': () => Response.json(refusal('coin_not_found'), { status: 404 }),
  };
  vi.stubGlobal('fetch', async (path: string, init?: RequestInit) => {
    requests.push(`${init?.method ?? 'GET'} ${path}`);
    return answers[path.split('?')[0] ?? '']?.() ?? new Response(null, { status: 500 });
  });
});
afterEach(() => {
  cleanup();
  toast.dismiss();
  vi.unstubAllGlobals();
});

const open = (at = '/crypto/BTC?range=1m') => renderScreen(CoinPage, { at, route: '/crypto/$symbol' });
const factOf = (region: HTMLElement, label: string) => within(region).getByText(label).nextElementSibling?.textContent;

test('the coin page shows the price with its change over the selected range', async () => {
  open();
  expect(await screen.findByRole('heading', { level: 1, name: 'Bitcoin BTC' })).toBeDefined();
  await waitFor(() => expect(screen.getByText('1M, +$5,968.30').parentElement?.textContent).toContain('up 10.25%'));
  const market = screen.getByRole('region', { name: 'Market' });
  expect(factOf(market, 'Market cap')).toBe('$1.27T');
  expect(factOf(market, '24h low')).toBe('$62,104.00');
  expect(factOf(market, 'In circulation')).toBe('19.78M BTC');
});

test('the coin page shows a dash for unknown market figures', async () => {
  coin = coinOf({ volume_24h: null, supply: null });
  open();
  const market = await screen.findByRole('region', { name: 'Market' });
  expect(factOf(market, '24h volume')).toBe('–unknown');
  expect(factOf(market, 'In circulation')).toBe('–unknown');
});

test('the coin page shows the holding’s value, cost and both gains, with links to Buy and Sell', async () => {
  holdings = [holdingOf({ realized_gain: -12.5, realized_gain_exact: '-12.50' })];
  open();
  const holding = await screen.findByRole('complementary', { name: 'Your Bitcoin' });
  await within(holding).findByText('Cost with fees');
  expect(factOf(holding, 'Cost with fees')).toBe('$12,044.18');
  expect(factOf(holding, 'Unrealized gain')).toBe('+$1,722.94 up 14.31%');
  expect(factOf(holding, 'Value now')).toBe('$13,767.12');
  expect(factOf(holding, 'Realized gain')).toBe('−$12.50');
  expect(holding.textContent).toContain('0.21450000 BTC at an average cost of $56,150.00');
  expect(within(holding).getByRole('link', { name: 'Buy' }).getAttribute('href')).toBe('/buy-crypto?coin=BTC');
  expect(within(holding).getByRole('link', { name: 'Sell' }).getAttribute('href')).toBe('/sell-crypto?coin=BTC');
});

test('the coin page without a holding offers Buy but not Sell', async () => {
  holdings = [];
  transactions = [];
  open();
  expect(await screen.findByText('You have no Bitcoin yet.')).toBeDefined();
  expect(screen.getAllByRole('link', { name: 'Buy' }).length).toBeGreaterThan(0);
  expect(screen.queryByRole('link', { name: 'Sell' })).toBeNull();
  expect(await screen.findByText('Your Bitcoin purchases and sales will appear here.')).toBeDefined();
  expect(screen.queryByRole('link', { name: 'View All' })).toBeNull();
});

test('the coin page lists the coin’s trades in coins and links to all trades', async () => {
  open();
  const list = await screen.findByRole('region', { name: 'Your Bitcoin transactions' });
  const [first, second] = await within(list).findAllByRole('listitem');
  expect(first?.textContent).toMatch(/^Bought at \$64,182\.40Today, \d\d:\d\d · Completed\+0\.00779029 BTC−\$507\.50$/);
  expect(second?.textContent).toMatch(
    /^Sold at \$61,720\.00Today, \d\d:\d\d · Completed−0\.02000000 BTC\+\$1,222\.05$/,
  );
  expect(requests).toContain('GET /api/transactions?crypto=BTC&limit=5');
  expect(within(list).getByRole('link', { name: 'View All' }).getAttribute('href')).toBe('/transactions?q=Bitcoin+BTC');
});

test('the coin page’s star fills immediately and empties again after a server error', async () => {
  let respond: (response: Response) => void = () => undefined;
  favorites = () => new Promise((resolve) => (respond = resolve));
  open();
  const star = await screen.findByRole('button', { name: 'Favorite Bitcoin', pressed: false });
  await userEvent.click(star);
  await waitFor(() => expect(star.getAttribute('aria-pressed')).toBe('true'));
  await waitFor(() => expect(requests).toContain('PUT /api/crypto/favorites/BTC'));
  respond(Response.json(refusal('coin_not_found'), { status: 404 }));
  await waitFor(() => expect(star.getAttribute('aria-pressed')).toBe('false'));
});

test('the coin page says that trading is paused', async () => {
  coin = coinOf({ paused: 'stale' });
  open();
  expect(await screen.findByText('Trading in Bitcoin is paused.')).toBeDefined();
});

test('the coin page shows a not-found page for an unknown symbol', async () => {
  open('/crypto/XYZ');
  expect(await screen.findByRole('heading', { name: 'XYZ not found' })).toBeDefined();
  expect(screen.getByRole('link', { name: 'All cryptocurrencies' }).getAttribute('href')).toBe('/buy-crypto');
});

test('the coin page of a delisted coin shows the holding at its last price', async () => {
  holdings = [
    holdingOf({
      symbol: 'XYZ',
      name: 'XYZ',
      price_exact: '20.00',
      paused: 'delisted',
      updated_at: '2024-10-23T12:00:00Z',
    }),
  ];
  transactions = [{ ...bought, description: 'Bought XYZ', crypto: 'XYZ', counter_currency: 'XYZ' }];
  open('/crypto/XYZ');
  expect((await screen.findByText('XYZ is no longer traded here.')).parentElement?.textContent).toContain(
    'Their last known price is from October 23, 2024',
  );
  const own = await screen.findByRole('complementary', { name: 'Your XYZ' });
  expect(factOf(own, 'Value at that price')).toBe('$4.29');
  expect(await screen.findByRole('link', { name: /Bought at/ })).toBeDefined();
  expect(screen.queryByRole('link', { name: 'Buy' })).toBeNull();
  expect(screen.queryByRole('link', { name: 'Sell' })).toBeNull();
});

test('selecting a range of the coin chart sets the range in the URL', async () => {
  const { router } = open('/crypto/BTC');
  await userEvent.click(await screen.findByRole('button', { name: '1W' }));
  await waitFor(() => expect(router.state.location.search).toEqual({ range: '1w' }));
});
