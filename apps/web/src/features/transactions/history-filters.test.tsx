import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { renderScreen } from '../../../test/render-screen.tsx';
import { bankDepositOf, transactionOf } from '../../../test/transaction-of.ts';
import { readHistorySearch } from './history-search.ts';
import { TransactionsPage } from './transactions-page.tsx';

const lines = [
  transactionOf({ id: '3-1', date: '2026-03-05T12:00:00.000Z' }),
  transactionOf({ id: '4-1', currency: 'EUR', description: 'Sent to Lea', date: '2026-02-05T12:00:00.000Z' }),
  bankDepositOf({ id: 'h1', date: '2026-01-05T12:00:00.000Z' }),
];
let requests: URLSearchParams[];
let listed: typeof lines;

beforeEach(() => {
  requests = [];
  listed = lines;
  vi.stubGlobal('fetch', async (address: string) => {
    const { searchParams } = new URL(address, 'http://florin.test');
    requests.push(searchParams);
    return Response.json(listed, { headers: { 'x-total-count': String(listed.length) } });
  });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const heading = (count: number) => screen.findByRole('heading', { name: `All Transactions (${count})` });
const lastQuery = () => Object.fromEntries(requests.at(-1) ?? []);

// Rules: transactions-10
test('currency and status filters appear in the URL and the request, and can be removed with one click', async () => {
  const { router } = renderScreen(TransactionsPage, { at: '/transactions' });
  await heading(3);
  expect(lastQuery()).toEqual({ limit: '30' });
  await userEvent.click(screen.getByRole('button', { name: 'More filters' }));
  await userEvent.selectOptions(screen.getByLabelText('Currency'), 'Euro');
  await heading(1);
  expect(router.state.location.search).toEqual({ currency: 'EUR' });
  expect(lastQuery()).toEqual({ limit: '30', currency: 'EUR' });
  await userEvent.selectOptions(screen.getByLabelText('Status'), 'Pending');
  await waitFor(() => expect(lastQuery()).toEqual({ limit: '30', currency: 'EUR', status: 'pending' }));
  await userEvent.click(screen.getByRole('button', { name: 'Remove filter: EUR' }));
  await heading(1);
  expect(router.state.location.search).toEqual({ status: 'pending' });
  await userEvent.click(screen.getByRole('button', { name: 'Remove filter: Pending' }));
  await heading(3);
});

test('a date range of the history is requested from midnight to midnight and replaces the time filter', async () => {
  const { router } = renderScreen(TransactionsPage, { at: '/transactions?time=month' });
  await userEvent.click(await screen.findByRole('button', { name: 'More filters' }));
  fireEvent.change(screen.getByLabelText('From'), { target: { value: '2026-02-01' } });
  fireEvent.change(screen.getByLabelText('To'), { target: { value: '2026-02-28' } });
  await heading(1);
  expect(router.state.location.search).toEqual({ from: '2026-02-01', to: '2026-02-28' });
  const local = (text: string) => new Date(text).toISOString();
  expect(lastQuery()).toEqual({
    limit: '30',
    since: local('2026-02-01T00:00:00'),
    until: local('2026-03-01T00:00:00'),
  });
  expect(screen.getByRole('button', { name: 'Remove filter: From Feb 1, 2026' })).toBeDefined();
  await userEvent.selectOptions(screen.getByLabelText('Time'), 'Today');
  await waitFor(() => expect(router.state.location.search).toEqual({ time: 'today' }));
});

test('an end date before the start date shows an error at its field and is not requested', async () => {
  const { router } = renderScreen(TransactionsPage, { at: '/transactions?from=2026-02-01' });
  await userEvent.click(await screen.findByRole('button', { name: 'More filters' }));
  fireEvent.change(screen.getByLabelText('To'), { target: { value: '2026-01-31' } });
  expect(screen.getByText('The start date is after the end date.')).toBeDefined();
  fireEvent.change(screen.getByLabelText('To'), { target: { value: '0002-03-01' } });
  expect(router.state.location.search).toEqual({ from: '2026-02-01' });
});

// Rules: transactions-11
test('an empty history without filters offers Add Funds and Receive', async () => {
  listed = [];
  renderScreen(TransactionsPage, { at: '/transactions' });
  expect(await screen.findByText('No transactions found')).toBeDefined();
  expect(screen.getByText('Try adjusting your filters')).toBeDefined();
  expect(screen.getByRole('link', { name: 'Add Funds' }).getAttribute('href')).toBe('/dashboard?tab=wallet&add=USD');
  expect(screen.getByRole('link', { name: 'Receive' }).getAttribute('href')).toBe('/receive');
  expect(screen.queryByRole('link', { name: 'Clear filters' })).toBeNull();
});

// Rules: transactions-11
test.each(['currency=GBP', 'status=returned', 'from=2026-12-01', 'type=plan&q=nobody'])(
  'Clear filters removes all filters when no transaction matches %s',
  async (filters) => {
    const { router } = renderScreen(TransactionsPage, { at: `/transactions?${filters}` });
    await screen.findByText('No transactions found');
    expect(screen.queryByRole('link', { name: 'Receive' })).toBeNull();
    await userEvent.click(screen.getByRole('link', { name: 'Clear filters' }));
    await heading(3);
    expect(router.state.location.search).toEqual({});
  },
);

test('readHistorySearch ignores invalid filters in the URL', () => {
  const invalid = { currency: 'JPY', status: 'lost', from: '2026-02-30', to: '31.1.2026' };
  expect(readHistorySearch(invalid)).toEqual({});
  expect(readHistorySearch({ from: '2026-02-02', to: '2026-02-01', time: 'today' })).toEqual({ from: '2026-02-02' });
});
