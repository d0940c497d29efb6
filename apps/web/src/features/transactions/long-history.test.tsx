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
/** The cursor of the fifth page, which the tests delay. */
const lastCursor = '3-3';
let lines: Transaction[];
let requestedCursors: string[];
/** The server's total count. Undefined if the server sends no count. */
let total: string | undefined;
let gates: Map<string, PromiseWithResolvers<void>>;

beforeEach(() => {
  lines = Array.from({ length: 10 }, (_, i) => transactionOf({ id: `3-${10 - i}` }));
  requestedCursors = [];
  total = undefined;
  gates = new Map();
  vi.stubGlobal('fetch', async (address: string, { method }: RequestInit) => {
    const { pathname, searchParams } = new URL(address, 'http://florin.test');
    if (method === 'POST') return Response.json(cancel(pathname));
    if (pathname !== '/api/transactions') return Response.json({}, { status: 404 });
    return respondWithPage(searchParams.get('cursor') ?? (searchParams.get('limit') === '30' ? 'first' : 'newest'));
  });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

/** Responds with the data at the time of the request, even if the response is delayed. */
async function respondWithPage(cursor: string) {
  requestedCursors.push(cursor);
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

/** Delays the next response for this cursor. Returns a function that sends the response. */
function delayResponse(cursor: string) {
  const gate = Promise.withResolvers<void>();
  gates.set(cursor, gate);
  return async () => {
    gate.resolve();
    await new Promise((resolve) => setTimeout(resolve, 50)); // time for the response to take effect
  };
}

const count = (text: string) => screen.findByRole('heading', { name: `All Transactions (${text})` });
const row = (name: RegExp) => screen.findByRole('link', { name });

// Rules: transactions-2
test('the history heading shows the server’s total count', async () => {
  total = '1204';
  renderScreen(TransactionsPage, { at: '/transactions' });
  expect(await count('1,204')).toBeDefined();
});

test('a payment that arrives while an older page loads stays in the list', async () => {
  const sendResponse = delayResponse(lastCursor);
  const { queryClient } = renderScreen(TransactionsPage, { at: '/transactions' });
  await count('8+');
  lines.unshift(transactionOf({ id: '3-11', description: 'Received from Hana Sato' }));
  refreshHistory(queryClient);
  expect(await row(/Hana Sato/)).toBeDefined();
  await sendResponse();
  expect(await count('11')).toBeDefined();
  expect(await row(/Hana Sato/)).toBeDefined();
  expect(requestedCursors.filter((cursor) => cursor === 'newest')).toHaveLength(1);
});

test('a send canceled while an older page loads stays canceled', async () => {
  lines[2] = heldSendOf({ id: 'h41' });
  const sendResponse = delayResponse(lastCursor);
  renderScreen(TransactionsPage, { at: '/transactions?id=h41' });
  const drawer = within(await screen.findByRole('dialog'));
  await waitFor(() => expect(requestedCursors).toContain(lastCursor));
  delayResponse('newest');
  await userEvent.click(await drawer.findByRole('button', { name: 'Cancel send' }));
  await userEvent.click(drawer.getByRole('button', { name: 'Cancel send' }));
  expect(await drawer.findByText('Canceled')).toBeDefined();
  await sendResponse();
  expect(drawer.getByText('Canceled')).toBeDefined();
  await waitFor(() => expect(requestedCursors.filter((cursor) => cursor === lastCursor)).toHaveLength(2));
});

test('a late response to an earlier request for the history does not overwrite a newer response', async () => {
  lines[0] = heldSendOf({ id: 'h41' });
  const { queryClient } = renderScreen(TransactionsPage, { at: '/transactions?id=h41' });
  const drawer = within(await screen.findByRole('dialog'));
  await waitFor(() => expect(requestedCursors).toContain(lastCursor));
  const sendResponse = delayResponse('newest');
  refreshHistory(queryClient);
  await waitFor(() => expect(requestedCursors).toContain('newest'));
  cancel('h41');
  refreshHistory(queryClient);
  expect(await drawer.findByText('Canceled')).toBeDefined();
  await sendResponse();
  expect(drawer.getByText('Canceled')).toBeDefined();
});

test('a refetch that started before a new payment arrived restarts and includes the payment', async () => {
  const { queryClient } = renderScreen(TransactionsPage, { at: '/transactions' });
  await count('10');
  const sendResponse = delayResponse(lastCursor);
  void queryClient.refetchQueries({ queryKey: transactionsKey });
  await waitFor(() => expect(requestedCursors.filter((cursor) => cursor === lastCursor)).toHaveLength(2));
  lines.unshift(transactionOf({ id: '3-11', description: 'Received from Hana Sato' }));
  refreshHistory(queryClient);
  expect(await row(/Hana Sato/)).toBeDefined();
  await sendResponse();
  expect(await row(/Hana Sato/)).toBeDefined();
});
