import { cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { renderScreen } from '../../../test/render-screen.tsx';
import { transactionOf } from '../../../test/transaction-of.ts';
import { TransactionsPage } from './transactions-page.tsx';

const pages = ['Jonas', 'Amara', 'Priya'].map((name, i) =>
  ['rent', 'lunch'].map((note, j) =>
    transactionOf({
      id: `3-${9 - 2 * i - j}`,
      description: `Sent to ${name}`,
      counterparty: name,
      to: `${name}@florin.example`,
      note,
    }),
  ),
);
let answered: (page: number) => Promise<Response>;

beforeEach(() => {
  answered = async (page) => answerOf(page);
  vi.stubGlobal('fetch', async (address: string) => {
    const cursor = new URL(address, 'http://florin.test').searchParams.get('cursor');
    return answered(Number(cursor ?? 0));
  });
  vi.stubGlobal('IntersectionObserver', NothingNear);
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

/** A browser whose window never comes to the end of the list. */
class NothingNear {
  observe() {}
  disconnect() {}
}

function answerOf(page: number) {
  const link = `</api/transactions?cursor=${page + 1}>; rel="next"`;
  return Response.json(pages[page], { headers: page + 1 < pages.length ? { link } : {} });
}

const heading = (count: string) => screen.findByRole('heading', { name: `All Transactions (${count})` });

test('a search goes through the older pages by itself, and says so while it does', async () => {
  const last = Promise.withResolvers<void>();
  answered = async (page) => {
    if (page === 2) await last.promise;
    return answerOf(page);
  };
  renderScreen(TransactionsPage, { at: '/transactions' });
  await heading('2+');
  await userEvent.type(screen.getByLabelText('Search transactions'), 'rent');
  await heading('2+');
  expect(screen.getByText('Searching older transactions…')).toBeDefined();
  last.resolve();
  await heading('3');
  expect(screen.queryByText('Searching older transactions…')).toBeNull();
  expect(screen.getByRole('link', { name: /Sent to Priya/ })).toBeDefined();
});

test('where it breaks off, it says so and goes on with Retry', async () => {
  answered = async (page) => (page === 1 ? new Response(null, { status: 404 }) : answerOf(page));
  renderScreen(TransactionsPage, { at: '/transactions?q=priya' });
  const retry = await screen.findByRole('button', { name: 'Retry' });
  expect(screen.queryByText('No transactions found')).toBeNull();
  answered = async (page) => answerOf(page);
  await userEvent.click(retry);
  await heading('2');
});

test('the box follows the address, and Clear filters empties both at once', async () => {
  const { router } = renderScreen(TransactionsPage, { at: '/transactions?q=jonas' });
  await heading('2');
  const box = screen.getByLabelText<HTMLInputElement>('Search transactions');
  expect(box.value).toBe('jonas');
  await userEvent.type(box, ' nobody');
  await userEvent.click(await screen.findByRole('link', { name: 'Clear filters' }));
  await heading('6');
  expect(box.value).toBe('');
  await waitFor(() => expect(router.state.location.search).toEqual({}));
});

test('the arrow keys go from line to line', async () => {
  renderScreen(TransactionsPage, { at: '/transactions' });
  await heading('2+');
  const [first, second] = screen.getAllByRole('link');
  first?.focus();
  await userEvent.keyboard('{ArrowDown}');
  expect(document.activeElement).toBe(second);
  await userEvent.keyboard('{ArrowDown}{ArrowUp}');
  expect(document.activeElement).toBe(first);
});
