import { cleanup, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { batchRowOf, endedBatch } from '../../../test/batch-payout-of.ts';
import { showBatch, startBatchServer } from '../../../test/batch-server.ts';

afterEach(() => {
  cleanup();
  localStorage.clear();
  vi.unstubAllGlobals();
});

const rowsCall = 'GET /api/batch-payouts/7/rows';
const table = () => screen.findByRole('region', { name: 'Rows of the file, a table' });
const lines = async () =>
  within(await table())
    .getAllByRole('row')
    .slice(1)
    .map(({ textContent }) => textContent);

const rows = [
  batchRowOf({ state: 'paid', transaction_id: 't1', paid_at: '2026-11-28T11:01:00.000Z' }),
  batchRowOf({ row: 3, state: 'failed', note: '', reference: '', message: 'The account is frozen.' }),
  batchRowOf({
    row: 4,
    state: 'invalid',
    kind: null,
    recipient: 'lea',
    amount_text: 'ten',
    amount: null,
    amount_exact: null,
    fee: null,
    fee_exact: null,
    currency: null,
    note: '',
    reference: '',
    errors: [{ column: 'amount', value: 'ten', message: 'Enter an amount such as 10.00.' }],
  }),
];

test('shows each row of a batch payout with recipient, note, reference, amount, fee, state and details', async () => {
  startBatchServer(endedBatch, rows);
  showBatch();
  expect(await lines()).toEqual([
    'Row 2lea@florin.exampleNovemberP-17$1,000.00$20.00PaidTransaction',
    'Row 3lea@florin.example$1,000.00$20.00FailedThe account is frozen.',
    'Row 4leatenHas errorsAmount: Enter an amount such as 10.00.',
  ]);
  const link = screen.getByRole('link', { name: 'Transaction' });
  expect(link.getAttribute('href')).toBe('/transactions?id=t1');
});

test('the rows of a batch payout can be filtered by state, and the URL keeps the filter', async () => {
  const server = startBatchServer(endedBatch, rows);
  server.answers[rowsCall] = (url) => Response.json(url.includes('state=failed') ? rows.slice(1, 2) : rows);
  const { router } = showBatch();
  const filter = within(await screen.findByRole('group', { name: 'Show' }));
  expect(filter.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(['All 3', 'Paid 2', 'Failed 1']);
  await userEvent.click(filter.getByRole('button', { name: 'Failed 1' }));
  await vi.waitFor(async () => expect(await lines()).toHaveLength(1));
  expect(router.state.location.search).toEqual({ state: 'failed' });
  await userEvent.click(filter.getByRole('button', { name: 'All 3' }));
  await vi.waitFor(async () => expect(await lines()).toHaveLength(3));
});

test('the rows of a batch payout have pages in both directions', async () => {
  const server = startBatchServer(endedBatch);
  server.answers[rowsCall] = (url) =>
    url.includes('cursor=c2')
      ? Response.json([batchRowOf({ row: 102 })], { headers: { 'x-total-count': '101' } })
      : Response.json([batchRowOf(), batchRowOf({ row: 101 })], {
          headers: { link: '</api/batch-payouts/7/rows?cursor=c2>; rel="next"', 'x-total-count': '101' },
        });
  showBatch();
  expect(await screen.findByText('Rows 2 to 101, 101 in all')).toBeDefined();
  await userEvent.click(screen.getByRole('button', { name: 'Next' }));
  expect(await screen.findByText('Row 102, 101 in all')).toBeDefined();
  expect(screen.getByRole('button', { name: 'Next' })).toHaveProperty('disabled', true);
  await userEvent.click(screen.getByRole('button', { name: 'Previous' }));
  expect(await screen.findByText('Rows 2 to 101, 101 in all')).toBeDefined();
});

test('the rows of a batch payout offer Retry if they do not load', async () => {
  const server = startBatchServer(endedBatch);
  server.answers[rowsCall] = () =>
    Response.json({ code: 'busy', detail: 'The server is busy.', request_id: 'r' }, { status: 400 });
  showBatch();
  expect(await screen.findByText(/The server is busy/)).toBeDefined();
  server.answers[rowsCall] = () => Response.json(rows);
  await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
  expect(await lines()).toHaveLength(3);
});
