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
let respond: (page: number) => Promise<Response>;

beforeEach(() => {
  respond = async (page) => pageResponse(page);
  vi.stubGlobal('fetch', async (address: string) => {
    const cursor = new URL(address, 'http://florin.test').searchParams.get('cursor');
    return respond(Number(cursor ?? 0));
  });
  vi.stubGlobal('IntersectionObserver', NeverIntersecting);
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

/** An IntersectionObserver with a target that is never near the viewport. */
class NeverIntersecting {
  observe() {}
  disconnect() {}
}

function pageResponse(page: number) {
  const link = `</api/transactions?cursor=${page + 1}>; rel="next"`;
  return Response.json(pages[page], { headers: page + 1 < pages.length ? { link } : {} });
}

const heading = (count: string) => screen.findByRole('heading', { name: `All Transactions (${count})` });

test('a search fetches older pages automatically and shows that it is searching', async () => {
  const last = Promise.withResolvers<void>();
  respond = async (page) => {
    if (page === 2) await last.promise;
    return pageResponse(page);
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

test('a search that fails on an older page shows an error and continues with Retry', async () => {
  respond = async (page) => (page === 1 ? new Response(null, { status: 404 }) : pageResponse(page));
  renderScreen(TransactionsPage, { at: '/transactions?q=priya' });
  const retry = await screen.findByRole('button', { name: 'Retry' });
  expect(screen.queryByText('No transactions found')).toBeNull();
  respond = async (page) => pageResponse(page);
  await userEvent.click(retry);
  await heading('2');
});

test('the search box follows the URL, and Clear filters empties both', async () => {
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

test('the arrow keys move the focus between transactions', async () => {
  renderScreen(TransactionsPage, { at: '/transactions' });
  await heading('2+');
  const [first, second] = screen.getAllByRole('link');
  first?.focus();
  await userEvent.keyboard('{ArrowDown}');
  expect(document.activeElement).toBe(second);
  await userEvent.keyboard('{ArrowDown}{ArrowUp}');
  expect(document.activeElement).toBe(first);
});
