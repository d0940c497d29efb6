import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { batchPayoutOf, endedBatch, faultyBatch, startedBatch } from '../../../test/batch-payout-of.ts';
import { approvalOfBatch, showBatch, startBatchServer } from '../../../test/batch-server.ts';
import { FakeUpload } from '../../../test/fake-upload.ts';
import { findToast } from '../../../test/find-toast.ts';
import { walletOf } from '../../../test/wallet-of.ts';

beforeEach(() => {
  vi.stubGlobal('XMLHttpRequest', FakeUpload);
  vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: () => 'blob:result', revokeObjectURL: () => undefined }));
});
afterEach(() => {
  cleanup();
  localStorage.clear();
  vi.unstubAllGlobals();
});

const answer = (batch: object) => () => Response.json(batch);
const totals = async (name = 'US Dollar') => within(await screen.findByRole('region', { name }));

test('the batch page shows a ready file with its person, totals, fees and the available balance', async () => {
  startBatchServer(batchPayoutOf());
  showBatch();
  expect(await screen.findByRole('heading', { name: 'payroll.csv' })).toBeDefined();
  expect(document.title).toMatch(/^payroll\.csv/);
  expect(screen.getByRole('heading', { name: '3 payments, ready to start' })).toBeDefined();
  expect(screen.getByText(/^Uploaded by/).textContent).toMatch(/^Uploaded by Jonas Weber, November 28/);
  const sums = await totals();
  for (const text of ['3 payments$3,000.00', 'Fees$60.00', 'Total$3,060.00', 'Available$5,000.00'])
    expect(sums.getByText(text.split('$')[0] ?? '').parentElement?.textContent).toBe(text);
  expect(screen.getByRole('button', { name: 'Start' }).getAttribute('aria-disabled')).toBeNull();
});

test("the batch page names the API key that started a batch payout, with the key's creator", async () => {
  startBatchServer(startedBatch({ state: 'running', by_key: { id: 'k1', name: 'Payroll' } }));
  showBatch();
  expect((await screen.findByText(/^Started by/)).textContent).toMatch(
    /^Started by API key Payroll, made by Jonas Weber, November 28/,
  );
});

test.each([
  ['not started', batchPayoutOf(), /^Jonas Weber uploaded this file on November 28, .+ It has not been paid\.$/],
  ['started', endedBatch, /^Jonas Weber uploaded this file on November 28, .+ It is not paid again\./],
] as const)('says of a known file that its batch payout had %s', async (knownFile, batch, sentence) => {
  startBatchServer(batch);
  const { router } = showBatch();
  await screen.findByRole('heading', { name: 'payroll.csv' });
  await router.navigate({ to: '.', state: { knownFile } });
  expect((await screen.findByText(/uploaded this file on/)).textContent).toMatch(sentence);
});

test('the batch page does not mention a known file after its batch payout has started', async () => {
  startBatchServer(endedBatch);
  const { router } = showBatch();
  await screen.findByRole('heading', { name: 'payroll.csv' });
  await router.navigate({ to: '.', state: { knownFile: 'not started' } });
  await waitFor(() => expect(router.state.location.state.knownFile).toBe('not started'));
  expect(screen.queryByText(/uploaded this file on/)).toBeNull();
});

test("the batch page names the API key that uploaded a file, with the key's creator", async () => {
  startBatchServer(batchPayoutOf({ uploaded_by_key: { id: 'k1', name: 'Payroll' } }));
  showBatch();
  expect((await screen.findByText(/^Uploaded by/)).textContent).toMatch(
    /^Uploaded by API key Payroll, made by Jonas Weber, November 28/,
  );
});

test('the batch page says how much money a wallet lacks, and why the batch payout cannot start', async () => {
  const [total] = batchPayoutOf().totals;
  startBatchServer(batchPayoutOf({ totals: total ? [{ ...total, available: 60, available_exact: '60.00' }] : [] }));
  showBatch();
  const sums = await totals();
  expect(sums.getByText(/is short by/).textContent).toContain('Your US Dollar wallet is short by $3,000.00.');
  expect(sums.getByRole('link', { name: 'Add Funds' })).toBeDefined();
  const start = screen.getByRole('button', { name: 'Start' });
  expect(start.getAttribute('aria-disabled')).toBe('true');
  expect(screen.getByText('Add $3,000.00 to the US Dollar wallet first.')).toBeDefined();
});

test('the batch page follows the balance of the wallet', async () => {
  const [total] = batchPayoutOf().totals;
  const server = startBatchServer(
    batchPayoutOf({ totals: total ? [{ ...total, available: 60, available_exact: '60.00' }] : [] }),
  );
  server.answers['GET /api/wallets'] = answer([walletOf('USD', '9000.00')]);
  showBatch();
  expect(await (await totals()).findByText('$9,000.00')).toBeDefined();
  expect(screen.getByRole('button', { name: 'Start' }).getAttribute('aria-disabled')).toBeNull();
});

test('the batch page shows errors with row, column, value and sentence, and the number of further errors', async () => {
  startBatchServer({ ...faultyBatch, error_count: 241 });
  showBatch();
  const table = await screen.findByRole('region', { name: 'Errors of the file, a table' });
  const [line] = within(table).getAllByRole('row').slice(1);
  expect(line?.textContent).toBe('Row 3AmounttenEnter an amount such as 10.00.');
  expect(screen.getByText('And 240 more. The rows below show all of them.')).toBeDefined();
  expect(screen.getByRole('heading', { name: '241 errors in 1 row' })).toBeDefined();
  expect(screen.queryByRole('button', { name: 'Start' })).toBeNull();
});

test('the batch page of a file with errors uploads the corrected file', async () => {
  startBatchServer(faultyBatch);
  const { router } = showBatch();
  await userEvent.upload(await screen.findByLabelText('Corrected file'), new File(['recipient'], 'fixed.csv'));
  await waitFor(() => expect(FakeUpload.all).toHaveLength(1));
  const uploaded = { batch: batchPayoutOf({ id: '8' }), known: false, message: null };
  FakeUpload.all[0]?.answer(200, JSON.stringify(uploaded));
  await waitFor(() => expect(router.state.location.pathname).toBe('/batch-payouts/8'));
});

test('the batch page shows warnings that do not prevent the start', async () => {
  const warnings = [{ row: 2, column: 'recipient' as const, value: 'lea@florin.example', message: 'Paid twice.' }];
  startBatchServer(batchPayoutOf({ warnings, warning_count: 1 }));
  showBatch();
  expect(await screen.findByRole('heading', { name: '1 warning' })).toBeDefined();
  expect(screen.getByText('Paid twice.')).toBeDefined();
  expect(screen.getByRole('button', { name: 'Start' })).toBeDefined();
});

test('the batch page says why a batch payout waits and who can approve, and links to the approvals', async () => {
  const server = startBatchServer(startedBatch({ state: 'waiting', approval_id: 'a1' }));
  server.answers['GET /api/approvals/a1'] = answer(approvalOfBatch);
  showBatch();
  expect(await screen.findByText('Payments above $1,000.00 need one approval by another person.')).toBeDefined();
  expect(await screen.findByText('Lea Martin or Ada Nowak')).toBeDefined();
  expect(screen.getByText('0 of 1')).toBeDefined();
  expect(screen.getByRole('link', { name: 'Open Approvals' }).getAttribute('href')).toBe('/approvals');
});

test('the batch page names no possible approvers after the last approval', async () => {
  const server = startBatchServer(startedBatch({ state: 'waiting', approval_id: 'a1' }));
  const approval = Promise.withResolvers<Response>();
  server.answers['GET /api/approvals/a1'] = () => approval.promise;
  showBatch();
  await waitFor(() => expect(server.callsOf('GET /api/approvals/a1')).toHaveLength(1));
  expect(await screen.findByRole('link', { name: 'Open Approvals' })).toBeDefined();
  expect(screen.queryByText('Can approve')).toBeNull();
  const approved_by = [{ id: 'p3', name: 'Lea Martin' }];
  approval.resolve(Response.json({ ...approvalOfBatch, state: 'approved', approved_by }));
  expect(await screen.findByText('1 of 1, by Lea Martin')).toBeDefined();
  expect(screen.queryByText('Can approve')).toBeNull();
  expect(screen.queryByText('Expires')).toBeNull();
});

test('the batch page offers the decision to an approver, and an invitation if no other person can approve', async () => {
  const server = startBatchServer(startedBatch({ state: 'waiting', approval_id: 'a1' }));
  server.answers['GET /api/approvals/a1'] = answer({ ...approvalOfBatch, can_decide: true });
  server.answers['GET /api/business/people'] = answer({ people: [], invitations: [] });
  showBatch('approver');
  expect(await screen.findByRole('link', { name: 'Decide in Approvals' })).toBeDefined();
  expect(await screen.findByRole('link', { name: 'Invite an approver' })).toBeDefined();
});

test('the batch page follows a running batch payout to its end', async () => {
  const running = startedBatch({ state: 'running', counts: { paid: 1, ready: 2 }, can_stop: true });
  const server = startBatchServer(running);
  showBatch();
  const bar = await screen.findByRole('progressbar', { name: 'Rows that have run' });
  expect(bar).toHaveProperty('value', 1 / 3);
  expect(screen.getByText('1 of 3: 1 paid')).toBeDefined();
  server.answers['GET /api/batch-payouts/7'] = answer(endedBatch);
  expect(await screen.findByRole('heading', { name: '2 paid, 1 failed' }, { timeout: 3_000 })).toBeDefined();
  expect(screen.queryByRole('progressbar')).toBeNull();
});

test('a batch payout stops after a confirmation', async () => {
  const running = startedBatch({ state: 'running', counts: { paid: 1, ready: 2 }, can_stop: true });
  const server = startBatchServer(running);
  const stopped = startedBatch({ state: 'stopped', counts: { paid: 1, not_run: 2 }, can_retry: true });
  server.answers['POST /api/batch-payouts/7/stop'] = () => {
    server.answers['GET /api/batch-payouts/7'] = answer(stopped);
    return Response.json(stopped);
  };
  showBatch();
  await userEvent.click(await screen.findByRole('button', { name: 'Stop' }));
  await userEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Stop' }));
  expect(await screen.findByRole('heading', { name: '1 paid, 2 not run' })).toBeDefined();
  expect(screen.getByRole('button', { name: 'Pay the rest' })).toBeDefined();
});

test('the batch page downloads the result of an ended batch payout', async () => {
  const server = startBatchServer(endedBatch);
  server.answers['GET /api/batch-payouts/7/results'] = () => new Response('row,state\n');
  showBatch();
  await userEvent.click(await screen.findByRole('button', { name: 'Download result (CSV)' }));
  await waitFor(() => expect(server.callsOf('GET /api/batch-payouts/7/results')).toHaveLength(1));
  server.answers['GET /api/batch-payouts/7/results'] = () => new Response('', { status: 502 });
  await userEvent.click(await screen.findByRole('button', { name: 'Download result (CSV)' }));
  expect(await screen.findByText('Could not load the result. Please try again.')).toBeDefined();
});

test('the batch page removes a file after a confirmation and returns to the list', async () => {
  const server = startBatchServer(batchPayoutOf());
  server.answers['DELETE /api/batch-payouts/7'] = () => new Response(null, { status: 204 });
  const { router } = showBatch();
  await userEvent.click(await screen.findByRole('button', { name: 'Remove' }));
  await userEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Remove' }));
  await findToast('payroll.csv removed');
  await waitFor(() => expect(router.state.location.pathname).toBe('/batch-payouts'));
});

test.each([
  ['Start', batchPayoutOf()],
  ['Remove', batchPayoutOf()],
  ['Stop', startedBatch({ state: 'running', can_stop: true })],
  ['Retry failed', endedBatch],
])('an accountant reads why %s is disabled', async (name, batch) => {
  startBatchServer(batch);
  showBatch('accountant');
  const button = await screen.findByRole('button', { name });
  expect(button.getAttribute('aria-disabled')).toBe('true');
  const reason = document.getElementById(button.getAttribute('aria-describedby') ?? '');
  expect(reason?.textContent).toBe('Payers, admins and owners can do this.');
});

test('the batch page shows why a batch payout stopped, and a not-found page for an unknown file', async () => {
  startBatchServer(startedBatch({ state: 'stopped', reason: 'Jonas Weber left the business.' }));
  showBatch();
  expect(await screen.findByText('Jonas Weber left the business.')).toBeDefined();
  cleanup();
  startBatchServer(batchPayoutOf({ id: '99' }));
  showBatch();
  expect(await screen.findByRole('heading', { name: 'Batch payout not found' })).toBeDefined();
});
