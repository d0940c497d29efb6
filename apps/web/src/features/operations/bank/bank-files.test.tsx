import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { toast } from 'sonner';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { FakeUpload } from '../../../../test/fake-upload.ts';
import { findToast } from '../../../../test/find-toast.ts';
import { section, showOperations } from '../../../../test/operations-screen.tsx';
import { bankDesk } from '../../../../test/bank-desk.ts';
import { startOperationsServer } from '../../../../test/operations-server.ts';

let server: ReturnType<typeof startOperationsServer>;

beforeEach(() => {
  server = startOperationsServer();
  vi.stubGlobal('XMLHttpRequest', FakeUpload);
});
afterEach(() => {
  cleanup();
  toast.dismiss();
  vi.unstubAllGlobals();
});

const statement = (name = 'statement.xml') => new File(['<Document/>'], name);
const report = (given: object = {}) =>
  JSON.stringify({
    known: false,
    lines: 12,
    new_lines: 3,
    reported: 0,
    rejected: 0,
    changes: 0,
    warnings: [],
    ...given,
  });

async function upload(...files: File[]) {
  showOperations();
  const area = await section('Bank files');
  await userEvent.upload(await area.findByLabelText('Bank files to upload'), files);
  await waitFor(() => expect(FakeUpload.all).toHaveLength(1));
  return { area, first: FakeUpload.all[0] ?? new FakeUpload() };
}

test('the bank desk uploads a file with progress and says how many lines are new', async () => {
  const { area, first } = await upload(statement());
  expect(first.to).toBe('POST /api/operations/bank/files');
  first.emitProgress(1, 4);
  expect(await area.findByRole('progressbar', { name: 'Uploading statement.xml' })).toHaveProperty('value', 0.25);
  first.emitProgress(4, 4);
  expect(await area.findByText('Importing…')).toBeDefined();
  expect(area.queryByRole('button', { name: 'Cancel' })).toBeNull();
  const before = server.countOf('GET /api/operations/bank');
  first.answer(200, report());
  expect((await area.findByText(/was imported:/)).parentElement?.textContent).toBe(
    'statement.xml was imported: 12 lines, 3 new.',
  );
  await waitFor(() => expect(server.countOf('GET /api/operations/bank')).toBeGreaterThan(before));
});

test.each([
  [200, report({ known: true, new_lines: 0 }), 'statement.xml was imported before. Nothing changed.'],
  [
    200,
    report({ lines: 1, new_lines: 0, warnings: ['A line has no day.'] }),
    'statement.xml was imported: 1 line, none new.A line has no day.',
  ],
  [
    200,
    report({ lines: 0, new_lines: 0, reported: 3, rejected: 2, changes: 1 }),
    'statement.xml was imported: 3 payments reported, 2 withdrawals returned, 1 account correction.',
  ],
  [200, report({ lines: 0, new_lines: 0, reported: 1 }), 'statement.xml was imported: 1 payment reported.'],
  [
    422,
    JSON.stringify({ code: 'bank_file_refused', detail: 'Import the missing statement first.', request_id: 'r' }),
    'statement.xml was refused. Nothing of it was imported.Import the missing statement first.',
  ],
  [502, '', 'The server did not answer about statement.xml. Upload it again: nothing is booked twice.'],
])('shows the outcome of a file that was answered with %i %s', async (status, answer, sentence) => {
  const { area, first } = await upload(statement());
  first.answer(status, answer);
  await waitFor(() => expect(area.getByText(/statement.xml/, { selector: 'output bdi' })).toBeDefined());
  expect(area.getByText(/statement.xml/, { selector: 'output bdi' }).closest('output')?.textContent).toBe(sentence);
});

test.each([
  [{ lines: 1204, new_lines: 3 }, ['1,204 lines', '3']],
  [{ lines: 0, new_lines: 0, reported: 2, format: 'pain.002' }, ['2 payments reported', '0']],
  [{ lines: 1, new_lines: 1, reported: 1 }, ['1 line, 1 payment reported', '1']],
  [{ lines: 0, new_lines: 0 }, ['0 lines', '0']],
])('lists the content of a file: %j', async (given, texts) => {
  const [file] = bankDesk.files;
  server.answers['GET /api/operations/bank'] = () => Response.json({ ...bankDesk, files: [{ ...file, ...given }] });
  showOperations();
  const cells = await (await section('Bank files')).findAllByRole('cell');
  expect(cells.slice(1, 3).map(({ textContent }) => textContent)).toEqual(texts);
});

test('the bank desk uploads several dropped files one after the other', async () => {
  showOperations();
  const area = await section('Bank files');
  const heading = await area.findByRole('heading', { name: 'Bank files' });
  const dataTransfer = { files: [statement('a.xml'), statement('b.xml')] };
  fireEvent.dragOver(heading, { dataTransfer });
  fireEvent.drop(heading, { dataTransfer });
  await waitFor(() => expect(FakeUpload.all).toHaveLength(1));
  FakeUpload.all[0]?.answer(200, report());
  await waitFor(() => expect(FakeUpload.all).toHaveLength(2));
  FakeUpload.all[1]?.answer(200, report({ known: true }));
  expect(await area.findByText(/was imported before/)).toBeDefined();
  expect(area.getByText(/was imported:/).textContent).toContain('a.xml');
});

test('a canceled upload of a bank file stops without a message', async () => {
  const { area } = await upload(statement(), statement('b.xml'));
  await userEvent.click(await area.findByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(area.queryByRole('progressbar')).toBeNull());
  expect(FakeUpload.all).toHaveLength(1);
  expect(area.queryByText(/was imported/)).toBeNull();
});

test('a bank file above 200 MB is refused without an upload', async () => {
  showOperations();
  const area = await section('Bank files');
  const large = Object.defineProperty(statement(), 'size', { value: 200 * 1024 * 1024 + 1 });
  await userEvent.upload(await area.findByLabelText('Bank files to upload'), large);
  expect(await area.findByText(/The file is larger than 200 MB. Put it into the inbox instead./)).toBeDefined();
  expect(FakeUpload.all).toHaveLength(0);
});

test('the bank desk lists the last files and copies the whole SHA-256', async () => {
  const user = userEvent.setup();
  showOperations();
  const area = await section('Bank files');
  expect(area.getByRole('row', { name: /statement.xml/ }).textContent).toMatch(
    /^statement\.xmlcamt\.0531,204 lines3.*operator@florin\.example1e4662db64f5$/,
  );
  const hash = area.getByRole('button', { name: '1e4662db64f5, copy the SHA-256 of statement.xml' });
  expect(hash.title).toBe(bankDesk.files[0]?.sha256);
  await user.click(hash);
  await findToast('Copied to clipboard!');
  expect(await navigator.clipboard.readText()).toBe(bankDesk.files[0]?.sha256);
});

test('a bank file without an operator shows that it came from the inbox or the command line', async () => {
  server.answers['GET /api/operations/bank'] = () =>
    Response.json({ ...bankDesk, files: bankDesk.files.map((file) => ({ ...file, imported_by: null })) });
  showOperations();
  expect(await screen.findByText('inbox or command line')).toBeDefined();
});
