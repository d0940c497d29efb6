import type { Transaction } from '@florin/contract';
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { renderScreen } from '../../../test/render-screen.tsx';
import { TransactionsPage } from './transactions-page.tsx';

const calls: string[] = [];

beforeEach(() => {
  calls.length = 0;
  vi.stubGlobal('fetch', async (url: string) => {
    calls.push(url);
    const { pathname, searchParams } = new URL(url, 'http://florin.test');
    if (pathname !== '/api/transactions') return Response.json(transactions.find(({ id }) => url.endsWith(id)));
    if (searchParams.has('cursor')) return Response.json([older]);
    const type = searchParams.get('type');
    const items = transactions.filter((each) => type === null || each.type === type);
    const next = `</api/transactions?cursor=older>; rel="next"`;
    return Response.json(items, { headers: type === null ? { link: next } : {} });
  });
  vi.stubGlobal('IntersectionObserver', AlwaysIntersecting);
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

/** An IntersectionObserver with a target that is always in view. */
class AlwaysIntersecting {
  readonly #callback: IntersectionObserverCallback;
  constructor(callback: IntersectionObserverCallback) {
    this.#callback = callback;
  }
  observe(target: Element) {
    const box = target.getBoundingClientRect();
    const entry = { target, time: 0, isIntersecting: true, intersectionRatio: 1 };
    this.#callback([{ ...entry, boundingClientRect: box, intersectionRect: box, rootBounds: null }], this.#observer());
  }
  disconnect() {}
  #observer = () => new IntersectionObserver(this.#callback);
}

const common = {
  currency: 'USD' as const,
  status: 'completed' as const,
  date: new Date().toISOString(),
  timeline: [],
  can_cancel: false,
  balance_after: 1,
  balance_after_exact: '1.00',
} satisfies Partial<Transaction>;

const send: Transaction = {
  ...common,
  id: '3-9',
  type: 'send',
  description: 'Sent to Jonas Weber',
  counterparty: 'Jonas Weber',
  to: 'jonas.weber@florin.example',
  note: 'Studio rent',
  amount: -102,
  amount_exact: '-102.00',
  fee: 2,
  fee_exact: '2.00',
  counter_amount: 100,
  counter_amount_exact: '100.00',
  counter_currency: 'USD',
};

const buy: Transaction = {
  ...common,
  id: '3-8',
  type: 'buy_crypto',
  description: 'Bought Bitcoin',
  crypto: 'BTC',
  crypto_name: 'Bitcoin',
  cryptoAmount: 0.00779029,
  crypto_amount_exact: '0.00779029',
  usd_per_coin: '64182.11',
  payment_method: 'USD balance',
  amount: -507.5,
  amount_exact: '-507.50',
  fee: 7.5,
  fee_exact: '7.50',
  counter_amount: 0.00779029,
  counter_amount_exact: '0.00779029',
  counter_currency: 'BTC',
};

const sell: Transaction = {
  ...buy,
  id: '3-7',
  type: 'sell_crypto',
  description: 'Sold Bitcoin',
  amount: 495,
  amount_exact: '495.00',
  fee: 5,
  fee_exact: '5.00',
};

const transactions = [send, buy, sell];
const older: Transaction = {
  ...send,
  id: '3-1',
  description: 'Sent to Tomás Rivera',
  date: '2020-01-02T03:04:05.000Z',
};

const heading = (text: string) => screen.findByRole('heading', { name: text });

test('the history loads older pages near the end of the list and updates the count', async () => {
  renderScreen(TransactionsPage, { at: '/transactions' });
  expect(await heading('Transaction History')).toBeDefined();
  expect(await heading('All Transactions (4)')).toBeDefined();
  expect(calls).toEqual(['/api/transactions?limit=30', '/api/transactions?limit=100&cursor=older']);
});

test('the server applies the type filter, and type and search appear in the URL', async () => {
  const { router } = renderScreen(TransactionsPage, { at: '/transactions' });
  await heading('All Transactions (4)');
  await userEvent.selectOptions(screen.getByLabelText('Type'), 'Buy Crypto');
  expect(await heading('All Transactions (1)')).toBeDefined();
  expect(calls.at(-1)).toBe('/api/transactions?limit=30&type=buy_crypto');
  await userEvent.type(screen.getByLabelText('Search transactions'), 'nobody');
  expect(await screen.findByText('No transactions found')).toBeDefined();
  expect(screen.getByText('Try adjusting your filters')).toBeDefined();
  await waitFor(() => expect(router.state.location.search).toEqual({ type: 'buy_crypto', q: 'nobody' }));
});

test('a time filter stops fetching older pages at its start', async () => {
  renderScreen(TransactionsPage, { at: '/transactions?time=month' });
  expect(await heading('All Transactions (3)')).toBeDefined();
  await waitFor(() => expect(calls).toHaveLength(2));
  expect(screen.queryByText('Sent to Tomás Rivera')).toBeNull();
});

test('a long history renders only the visible rows', async () => {
  const many = Array.from({ length: 400 }, (_, i) => ({ ...older, id: `3-${i}` }));
  vi.stubGlobal('fetch', async () => Response.json(many));
  // jsdom computes no layout, so rows need a height.
  vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(68);
  renderScreen(TransactionsPage, { at: '/transactions' });
  expect(await heading('All Transactions (400)')).toBeDefined();
  const rows = screen.getAllByRole('link').length;
  expect(rows).toBeGreaterThan(5);
  expect(rows).toBeLessThan(60);
});

test.each([
  [send, ['Jonas Weber got$100.00', 'Fee (2%)$2.00', 'Total$102.00']],
  [buy, ['Amount$500.00', 'Fee (1.5%)$7.50', 'Total$507.50', 'Coins0.00779029 BTC', 'Price of one BTC$64,182.11']],
  [sell, ['Value$500.00', 'Fee (1%)−$5.00', 'You got$495.00']],
])('the detail of $description shows the charged amount, fee and total', async ({ id }, lines) => {
  renderScreen(TransactionsPage, { at: `/transactions?id=${id}` });
  const drawer = await screen.findByRole('dialog');
  await within(drawer).findByText('Balance after');
  const shown = [...drawer.querySelectorAll('dl > div')].map((each) => each.textContent);
  expect(shown).toEqual(expect.arrayContaining(lines));
});

test('a transaction opens with Enter, and Escape returns the focus to its row', async () => {
  const user = userEvent.setup();
  const { router } = renderScreen(TransactionsPage, { at: '/transactions' });
  await heading('All Transactions (4)');
  const row = screen.getByRole('link', { name: /Sent to Jonas Weber/ });
  row.focus();
  await user.keyboard('{Enter}');
  await user.click(await screen.findByRole('button', { name: 'Copy transaction ID' }));
  expect(await screen.findByText('Copied to clipboard!')).toBeDefined();
  expect(await navigator.clipboard.readText()).toBe(send.id);
  expect(document.title).toMatch(/^Sent to Jonas Weber/);
  expect(router.state.location.search).toEqual({ id: send.id });
  await user.keyboard('{Escape}');
  await waitFor(() => expect(document.activeElement?.textContent).toBe(row.textContent));
  expect(router.state.location.search).toEqual({});
  expect(document.title).not.toContain('Jonas Weber');
});

test('a double click on Close stays on the page, and a closed drawer adds no history entry', async () => {
  const { router } = renderScreen(TransactionsPage, { at: '/dashboard', route: '/transactions' });
  await act(() => router.navigate({ to: '/transactions' }));
  const closeAfterOpening = async () => {
    await userEvent.click(await screen.findByRole('link', { name: /Sent to Jonas Weber/ }));
    return within(await screen.findByRole('dialog')).findByRole('button', { name: 'Close' });
  };
  const isClosed = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  const once = await closeAfterOpening();
  act(() => {
    fireEvent.click(once);
    fireEvent.click(once);
  });
  await isClosed();
  expect(router.state.location.href).toBe('/transactions');
  await userEvent.click(await closeAfterOpening());
  await isClosed();
  act(() => router.history.back());
  await waitFor(() => expect(router.state.location.pathname).toBe('/dashboard'));
});
