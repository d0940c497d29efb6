import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { BusinessRole } from '@florin/contract';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { batchPayoutOf, endedBatch, faultyBatch, itemOf } from '../../../test/batch-payout-of.ts';
import { signInAs, startBatchServer } from '../../../test/batch-server.ts';
import { FakeUpload } from '../../../test/fake-upload.ts';
import { renderScreen } from '../../../test/render-screen.tsx';
import { BatchPayoutsPage } from './batch-payouts-page.tsx';

let server: ReturnType<typeof startBatchServer>;

beforeEach(() => {
  server = startBatchServer(batchPayoutOf());
  vi.stubGlobal('XMLHttpRequest', FakeUpload);
});
afterEach(() => {
  cleanup();
  localStorage.clear();
  vi.unstubAllGlobals();
});

function show(role: BusinessRole = 'payer') {
  signInAs(role);
  const shown = renderScreen(BatchPayoutsPage, { at: '/batch-payouts' });
  signInAs(role, shown.queryClient);
  return shown;
}

const payroll = (name = 'payroll.csv') => new File(['recipient,amount,currency\n'], name);
const uploaded = (given: object = {}) =>
  JSON.stringify({ batch: batchPayoutOf(), known: false, message: null, ...given });

async function choose(file: File) {
  await userEvent.upload(await screen.findByLabelText('File of payments'), file);
}

async function upload() {
  const shown = show();
  await choose(payroll());
  await waitFor(() => expect(FakeUpload.all).toHaveLength(1));
  return { ...shown, sent: FakeUpload.all[0] ?? new FakeUpload() };
}

test('the batch list uploads a file with progress and opens its page', async () => {
  const { sent, router } = await upload();
  expect(sent.to).toBe('POST /api/batch-payouts');
  sent.emitProgress(1, 4);
  expect(await screen.findByRole('progressbar', { name: 'Uploading payroll.csv' })).toHaveProperty('value', 0.25);
  sent.emitProgress(4, 4);
  expect(await screen.findByText('Checking all rows…')).toBeDefined();
  sent.answer(200, uploaded());
  await waitFor(() => expect(router.state.location.pathname).toBe('/batch-payouts/7'));
  expect(router.state.location.state.knownFile).toBeUndefined();
});

test('uploading a known file opens its earlier batch payout, and the page knows that it has not started', async () => {
  const { sent, router } = await upload();
  sent.answer(200, uploaded({ known: true, message: 'Jonas Weber uploaded this file on November 28.' }));
  await waitFor(() => expect(router.state.location.pathname).toBe('/batch-payouts/7'));
  expect(router.state.location.state.knownFile).toBe('not started');
});

test.each([
  [
    422,
    JSON.stringify({ code: 'batch_file_refused', detail: 'The column amount is missing.', request_id: 'r' }),
    'payroll.csv was not uploaded. The column amount is missing.',
  ],
  [
    502,
    '',
    'payroll.csv was not uploaded. The server did not answer. Upload it again: the same file is stored only once.',
  ],
])('explains in place why a file was not taken: %i', async (status, answer, sentence) => {
  const { sent, router } = await upload();
  sent.answer(status, answer);
  const notice = await screen.findByText(/was not uploaded/);
  expect(notice.closest('output')?.textContent).toBe(sentence);
  expect(router.state.location.pathname).toBe('/batch-payouts');
  expect(screen.getByRole('button', { name: 'Choose a file' })).toBeDefined();
});

test('the batch list does not upload a file above 1 MB', async () => {
  show();
  await choose(Object.defineProperty(payroll(), 'size', { value: 1_000_001 }));
  expect(await screen.findByText(/The file is larger than 1 MB. Split it into several files./)).toBeDefined();
  expect(FakeUpload.all).toHaveLength(0);
});

test('the batch list accepts a dropped file, and stops a canceled upload', async () => {
  show();
  const area = await screen.findByText('Drop a CSV file here, or');
  fireEvent.drop(area, { dataTransfer: { files: [payroll()] } });
  await waitFor(() => expect(FakeUpload.all).toHaveLength(1));
  await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
  expect(await screen.findByRole('button', { name: 'Choose a file' })).toBeDefined();
  expect(screen.queryByText(/was not uploaded/)).toBeNull();
});

test('the batch list tells a person who may not pay why uploading and dropping a file is not possible', async () => {
  show('viewer');
  const button = await screen.findByRole('button', { name: 'Choose a file' });
  expect(button.getAttribute('aria-disabled')).toBe('true');
  expect(screen.getByText('Payers, admins and owners can do this.')).toBeDefined();
  fireEvent.drop(button, { dataTransfer: { files: [payroll()] } });
  expect(FakeUpload.all).toHaveLength(0);
});

test('the batch list shows earlier files with state, count, total, person and time', async () => {
  const items = [
    itemOf({ ...endedBatch, id: '9', file_name: 'october.csv' }),
    itemOf({ ...faultyBatch, id: '8', file_name: 'typos.csv' }),
    itemOf(batchPayoutOf()),
  ];
  server.answers['GET /api/batch-payouts'] = () => Response.json(items);
  show();
  const list = within(await screen.findByRole('list', { name: 'Batch payouts' }));
  const texts = list.getAllByRole('link').map(({ textContent }) => textContent);
  expect(texts[0]).toMatch(/^october\.csvJonas Weber, .*\$3,060\.002 paid, 1 failedFinished, 1 failed$/);
  expect(texts[1]).toMatch(/^typos\.csv.*1 row of 3 with errorsHas errors$/);
  expect(texts[2]).toMatch(/^payroll\.csv.*3 paymentsReady$/);
});

test('the batch list loads its next page', async () => {
  server.answers['GET /api/batch-payouts'] = (url) =>
    url.includes('cursor=c2')
      ? Response.json([itemOf({ ...batchPayoutOf(), id: '1', file_name: 'first.csv' })])
      : Response.json([itemOf(batchPayoutOf())], { headers: { link: '</api/batch-payouts?cursor=c2>; rel="next"' } });
  show();
  await userEvent.click(await screen.findByRole('button', { name: 'Show more' }));
  expect(await screen.findByText('first.csv')).toBeDefined();
  expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull();
});

test('the batch list says what to do without files, and offers Retry after a failure', async () => {
  server.answers['GET /api/batch-payouts'] = () => Response.json([]);
  const { queryClient } = show();
  expect(await screen.findByText('No files yet')).toBeDefined();
  server.answers['GET /api/batch-payouts'] = () =>
    Response.json({ code: 'busy', detail: 'The server is busy.', request_id: 'r' }, { status: 400 });
  queryClient.removeQueries({ queryKey: ['batch-payouts'] });
  cleanup();
  show();
  expect(await screen.findByText(/The server is busy/)).toBeDefined();
  server.answers['GET /api/batch-payouts'] = () => Response.json([]);
  await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
  expect(await screen.findByText('No files yet')).toBeDefined();
});
