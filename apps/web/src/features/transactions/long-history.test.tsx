import type { Transaction } from '@florin/contract';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { renderScreen } from '../../../test/render-screen.tsx';
import { heldSendOf, transactionOf } from '../../../test/transaction-of.ts';
import { transactionsKey } from '../../api/queries.ts';
import { refreshHistory } from '../../api/refresh-history.ts';
import { TransactionsPage } from './transactions-page.tsx';

const pageSize = 2;
/** The end of the fourth page: so many are fetched, and the fifth is asked for. */
const lastCursor = '3-3';
let lines: Transaction[];
let asked: string[];
/** What the server says of their number, where it does. */
let total: string | undefined;
let gates: Map<string, PromiseWithResolvers<void>>;

beforeEach(() => {
  lines = Array.from({ length: 10 }, (_, i) => transactionOf({ id: `3-${10 - i}` }));
  asked = [];
  total = undefined;
  gates = new Map();
  vi.stubGlobal('fetch', async (address: string, { method }: RequestInit) => {
    const { pathname, searchParams } = new URL(address, 'http://florin.test');
    if (method === 'POST') return Response.json(cancel(pathname));
    if (pathname !== '/api/transactions') return Response.json({}, { status: 404 });
    return answerPage(searchParams.get('cursor') ?? (searchParams.get('limit') === '30' ? 'first' : 'newest'));
  });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

/** What is read is what is so when it is asked for, also where the answer comes late. */
async function answerPage(cursor: string) {
  asked.push(cursor);
  const from = lines.findIndex(({ id }) => id === cursor) + 1;
  const page = lines.slice(from, from + pageSize);
  const headers: Record<string, string> =
    from + pageSize < lines.length ? { link: `</api/transactions?cursor=${page.at(-1)?.id}>; rel="next"` } : {};
  const gate = gates.get(cursor);
  gates.delete(cursor);
  await gate?.promise;
  return Response.json(page, { headers: { ...headers, ...(total !== undefined && { 'x-total-count': total }) } });
}

function cancel(pathname: string) {
  lines = lines.map((line) =>
    pathname.includes(line.id) ? { ...line, status: 'cancelled', can_cancel: false } : line,
  );
  return lines.find(({ id }) => pathname.includes(id));
}

/** The next answer for what is after this cursor. */
function hold(cursor: string) {
  const gate = Promise.withResolvers<void>();
  gates.set(cursor, gate);
  return async () => {
    gate.resolve();
    await new Promise((resolve) => setTimeout(resolve, 50)); // whatever it changes it has changed by now
  };
}

const count = (text: string) => screen.findByRole('heading', { name: `All Transactions (${text})` });
const row = (name: RegExp) => screen.findByRole('link', { name });

// Rules: transactions-2
test('the heading has the number that the server counts', async () => {
  total = '1204';
  renderScreen(TransactionsPage, { at: '/transactions' });
  expect(await count('1,204')).toBeDefined();
});

test('a payment that arrives while an older page is on its way stays in the list, and the page comes', async () => {
  const letGo = hold(lastCursor);
  const { queryClient } = renderScreen(TransactionsPage, { at: '/transactions' });
  await count('8+');
  lines.unshift(transactionOf({ id: '3-11', description: 'Received from Hana Sato' }));
  refreshHistory(queryClient);
  expect(await row(/Hana Sato/)).toBeDefined();
  await letGo();
  expect(await count('11')).toBeDefined();
  expect(await row(/Hana Sato/)).toBeDefined();
  expect(asked.filter((cursor) => cursor === 'newest')).toHaveLength(1);
});

test('a send that was cancelled while an older page was on its way does not wait again', async () => {
  lines[2] = heldSendOf({ id: 'h41' });
  const letGo = hold(lastCursor);
  renderScreen(TransactionsPage, { at: '/transactions?id=h41' });
  const drawer = within(await screen.findByRole('dialog'));
  await waitFor(() => expect(asked).toContain(lastCursor));
  hold('newest');
  await userEvent.click(await drawer.findByRole('button', { name: 'Cancel send' }));
  await userEvent.click(drawer.getByRole('button', { name: 'Cancel send' }));
  expect(await drawer.findByText('Cancelled')).toBeDefined();
  await letGo();
  expect(drawer.getByText('Cancelled')).toBeDefined();
  await waitFor(() => expect(asked.filter((cursor) => cursor === lastCursor)).toHaveLength(2));
});

test('an answer to an earlier question does not overwrite that to a later one', async () => {
  lines[0] = heldSendOf({ id: 'h41' });
  const { queryClient } = renderScreen(TransactionsPage, { at: '/transactions?id=h41' });
  const drawer = within(await screen.findByRole('dialog'));
  await waitFor(() => expect(asked).toContain(lastCursor));
  const letGo = hold('newest');
  refreshHistory(queryClient);
  await waitFor(() => expect(asked).toContain('newest'));
  cancel('h41');
  refreshHistory(queryClient);
  expect(await drawer.findByText('Cancelled')).toBeDefined();
  await letGo();
  expect(drawer.getByText('Cancelled')).toBeDefined();
});

test('a list that is just fetched again from its start, and had read it before the change, begins anew', async () => {
  const { queryClient } = renderScreen(TransactionsPage, { at: '/transactions' });
  await count('10');
  const letGo = hold(lastCursor);
  void queryClient.refetchQueries({ queryKey: transactionsKey });
  await waitFor(() => expect(asked.filter((cursor) => cursor === lastCursor)).toHaveLength(2));
  lines.unshift(transactionOf({ id: '3-11', description: 'Received from Hana Sato' }));
  refreshHistory(queryClient);
  expect(await row(/Hana Sato/)).toBeDefined();
  await letGo();
  expect(await row(/Hana Sato/)).toBeDefined();
});
