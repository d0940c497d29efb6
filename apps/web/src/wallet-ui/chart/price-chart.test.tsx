import type { CandleRange, Candles, CoinDetail } from '@florin/contract';
import { cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { coinOf } from '../../../test/coin-of.ts';
import { renderScreen } from '../../../test/render-screen.tsx';
import { PriceChart } from './price-chart.tsx';

const coin: CoinDetail = coinOf({ updated_at: '2026-10-24T10:00:00.000Z', price: 64_182.4 });
const nowSeconds = Date.parse(coin.updated_at) / 1000;

const historyOf = (range: CandleRange, every_seconds: number, count = 30): Candles => ({
  range,
  every_seconds,
  candles: Array.from({ length: count }, (_, i) => [
    nowSeconds - (count - i) * every_seconds,
    60_000 + i,
    61_000 + i,
    59_000 + i,
    60_001 + i,
  ]),
});

let candles: (range: string | null) => Response | Promise<Response>;
beforeEach(() => {
  candles = (range) => Response.json(historyOf(range === '1y' ? '1y' : '1d', range === '1y' ? 86_400 : 300));
  vi.stubGlobal('fetch', async (path: string) => {
    const url = new URL(path, 'http://florin.example');
    if (url.pathname === '/api/crypto/BTC') return Response.json(coin);
    if (url.pathname === '/api/crypto/BTC/candles') return candles(url.searchParams.get('range'));
    return new Response(null, { status: 404 });
  });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const show = () => renderScreen(() => <PriceChart symbol="BTC" name="Bitcoin" />, { at: '/buy-crypto' });
const line = (range: string) => screen.findByRole('slider', { name: `Bitcoin, price over ${range}` });
const choose = (range: string) => userEvent.click(screen.getByRole('button', { name: range }));

test('the price chart first shows one day, up to the current price', async () => {
  show();
  expect((await line('one day')).getAttribute('aria-valuetext')).toMatch(/, \$64,182\.40$/);
  expect(screen.getByRole('button', { name: '1D', pressed: true })).toBeDefined();
});

test('the price chart keeps the old range until the new range has loaded', async () => {
  let respond: (response: Response) => void = () => undefined;
  show();
  await line('one day');
  candles = () => new Promise((resolve) => (respond = resolve));
  await choose('1Y');
  expect((await line('one day')).closest('[aria-busy=true]')).not.toBeNull();
  respond(Response.json(historyOf('1y', 86_400)));
  expect(await line('one year')).toBeDefined();
});

test('the price table lists the same candles as the chart, newest first', async () => {
  show();
  await line('one day');
  await choose('1Y');
  await line('one year');
  await userEvent.click(screen.getByRole('button', { name: 'Table' }));
  expect(screen.getByRole('table', { name: 'Bitcoin, prices over one year, one row per day' })).toBeDefined();
  const [headings, newest] = screen.getAllByRole('row').map((row) => row.textContent);
  expect(headings).toBe('DayOpenHighLowCloseChange');
  expect(newest).toBe('Oct 23, 2026$60,029.00$61,029.00$59,029.00$60,030.00unchanged 0.00%');
  expect(screen.getAllByRole('row')).toHaveLength(31);
  await userEvent.click(screen.getByRole('button', { name: 'Chart' }));
  expect(await line('one year')).toBeDefined();
});

test('the price chart shows a failed load with Retry, and Retry loads the history', async () => {
  candles = () => Response.json({ detail: 'broken' }, { status: 500 });
  show();
  const retry = await screen.findByRole('button', { name: 'Retry' });
  candles = () => Response.json(historyOf('1d', 300));
  await userEvent.click(retry);
  expect(await line('one day')).toBeDefined();
});

test('the price chart shows a message when no prices are stored', async () => {
  candles = () => Response.json({ range: '1d', every_seconds: 300, candles: [] });
  show();
  await waitFor(() => expect(screen.getByText(/^No prices for this period yet/)).toBeDefined());
});
