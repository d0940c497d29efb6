import { cleanup, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { renderScreen } from '../../../test/render-screen.tsx';
import { sentBody } from '../../../test/sent-body.ts';
import { transactionOf } from '../../../test/transaction-of.ts';
import { TransactionsPage } from './transactions-page.tsx';

type File = { name: string; text: string };
const requests: { path: string; body: unknown }[] = [];
const saved: File[] = [];
let fileResponse: () => Response;
const history = [transactionOf(), transactionOf({ id: '3-2', note: 'Rent', date: '2026-08-02T10:00:00.000Z' })];

beforeEach(() => {
  requests.length = 0;
  saved.length = 0;
  fileResponse = () =>
    new Response('date,amount', { headers: { 'content-disposition': 'attachment; filename="florin.csv"' } });
  vi.useFakeTimers({ now: new Date('2026-11-21T12:00:00Z'), toFake: ['Date'] });
  vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
    requests.push({ path, body: sentBody(init) });
    if (path.startsWith('/api/transactions?')) return Response.json(history);
    return fileResponse();
  });
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      observe() {}
      disconnect() {}
    },
  );
  watchDownloads();
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

/** Records downloads in `saved`, because jsdom cannot save files. */
function watchDownloads() {
  const blobs = new Map<string, Blob>();
  URL.createObjectURL = (blob: Blob) => {
    blobs.set(`blob:${blobs.size}`, blob);
    return `blob:${blobs.size - 1}`;
  };
  URL.revokeObjectURL = () => undefined;
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(this: HTMLAnchorElement) {
    void blobs
      .get(this.href)
      ?.text()
      .then((text) => saved.push({ name: this.download, text }));
  });
}

async function choose(item: string, at = '/transactions') {
  renderScreen(TransactionsPage, { at });
  await screen.findByRole('heading', { name: /^All Transactions \(/ });
  await userEvent.click(screen.getByRole('button', { name: 'Export' }));
  await userEvent.click(await screen.findByRole('menuitem', { name: item }));
}

// Rules: security-37
test('the CSV export sends the filters in the request body and uses the server’s file name', async () => {
  await choose('CSV of this transaction', '/transactions?type=send&time=month&q=jonas');
  await vi.waitFor(() => expect(saved).toEqual([{ name: 'florin.csv', text: 'date,amount' }]));
  const firstOfMonth = new Date(2026, 10, 1).toISOString();
  expect(requests.at(-1)).toEqual({
    path: '/api/transactions/export',
    body: { type: 'send', search: 'jonas', since: firstOfMonth },
  });
});

test('the CSV export without filters contains all transactions', async () => {
  await choose('CSV of these 2 transactions');
  await vi.waitFor(() => expect(saved).toHaveLength(1));
  expect(requests.at(-1)).toEqual({ path: '/api/transactions/export', body: {} });
});

test('the CSV export is disabled without transactions', async () => {
  renderScreen(TransactionsPage, { at: '/transactions?q=nobody' });
  await screen.findByText('No transactions found');
  await userEvent.click(screen.getByRole('button', { name: 'Export' }));
  const item = await screen.findByRole('menuitem', { name: 'CSV of these 0 transactions' });
  expect(item.getAttribute('aria-disabled')).toBe('true');
});

test('an interrupted export saves nothing, shows an error and can be retried', async () => {
  const complete = fileResponse;
  fileResponse = () =>
    new Response(new ReadableStream({ start: (stream) => stream.error(new TypeError('connection lost')) }));
  await choose('CSV of these 2 transactions');
  expect(await screen.findByText('The export was interrupted. Nothing was saved.')).toBeDefined();
  expect(saved).toEqual([]);
  fileResponse = complete;
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  await vi.waitFor(() => expect(saved).toHaveLength(1));
  expect(screen.queryByText('The export was interrupted. Nothing was saved.')).toBeNull();
});

test('a running export shows its progress and can be stopped', async () => {
  fileResponse = () => new Response(new ReadableStream({ start: (stream) => stream.enqueue(new Uint8Array(2500)) }));
  await choose('CSV of these 2 transactions');
  expect(await screen.findByText('Exporting transactions: 3 KB so far')).toBeDefined();
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Exporting...' }).disabled).toBe(true);
  await userEvent.click(screen.getByRole('button', { name: 'Stop' }));
  expect(screen.queryByText(/^Exporting transactions/)).toBeNull();
  expect(saved).toEqual([]);
});

test('the statement dialog offers each month since the first transaction and selects the last full month', async () => {
  await choose('Statement (PDF)');
  const dialog = await screen.findByRole('dialog', { name: 'Statement (PDF)' });
  const month = within(dialog).getByLabelText<HTMLSelectElement>('Month');
  await vi.waitFor(() =>
    expect([...month.options].map(({ text }) => text)).toEqual([
      'November 2026, so far',
      'October 2026',
      'September 2026',
      'August 2026',
    ]),
  );
  expect(month.value).toBe('2026-10');
  await userEvent.selectOptions(month, 'August 2026');
  await userEvent.selectOptions(within(dialog).getByLabelText('Wallet'), 'Euro (EUR)');
  fileResponse = () => new Response('%PDF');
  await userEvent.click(within(dialog).getByRole('button', { name: 'Download statement' }));
  expect(await screen.findByText('Statement downloaded')).toBeDefined();
  expect(requests.at(-1)?.path).toBe('/api/statements/EUR/2026-08');
  await vi.waitFor(() => expect(saved).toEqual([{ name: 'florin-statement-EUR-2026-08.pdf', text: '%PDF' }]));
  expect(screen.queryByRole('dialog')).toBeNull();
});
