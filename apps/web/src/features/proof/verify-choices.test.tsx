import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ines, sampleBooks } from '../../../../../packages/verify/test/sample-books.ts';
import { balanceClaims, statementOf } from '../../../../../packages/verify/test/statement-maker.ts';
import { startPageWorkers } from '../../../test/proof-worker.ts';
import { renderScreen } from '../../../test/render-screen.tsx';
import { VerifyPage } from './verify-page.tsx';

const receipt = JSON.stringify(sampleBooks().receiptOf(ines));
const statement = statementOf({ claims: balanceClaims });

beforeEach(() => {
  startPageWorkers();
  vi.stubGlobal('fetch', async () => new Response(''));
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

/** A file with bytes that the test releases by hand. */
function fileOf(content: string, name: string) {
  const { promise, resolve } = Promise.withResolvers<ArrayBuffer>();
  const arrive = () => resolve(new Uint8Array(Buffer.from(content)).buffer);
  return { file: Object.assign(new File([content], name), { arrayBuffer: () => promise }), arrive };
}

function readableFile(content: string, name: string): File {
  const { file, arrive } = fileOf(content, name);
  arrive();
  return file;
}

const folder = () =>
  Object.assign(new File([], 'receipts'), {
    arrayBuffer: () => Promise.reject(new DOMException('', 'NotReadableError')),
  });
const tooLarge = () => Object.defineProperty(new File([], 'large.pdf'), 'size', { value: 31_000_000 });

const drop = async (file: File) =>
  fireEvent.drop(await screen.findByRole('region', { name: 'File' }), { dataTransfer: { files: [file] } });
const isShownSoon = (text: string) =>
  screen.findByText(text, {}, { timeout: 300 }).then(
    () => true,
    () => false,
  );

test.each([
  ['another file', () => readableFile('hello', 'other.txt'), 'This file has no proof'],
  ['a folder', folder, 'This file cannot be read. Choose a file, not a folder.'],
  ['a file that is too large', tooLarge, 'This file is larger than 30 MB, so it is not a proof.'],
])('%s, chosen while a slow file is read, keeps its verdict', async (_name, second, words) => {
  renderScreen(VerifyPage, { at: '/verify' });
  const slow = fileOf(receipt, 'receipt.json');
  await drop(slow.file);
  expect(await screen.findByText('Checking…')).toBeDefined();
  await drop(second());
  expect(await screen.findByText(words)).toBeDefined();
  slow.arrive();
  expect(await isShownSoon('This receipt is valid')).toBe(false);
  expect(screen.getByText(words)).toBeDefined();
});

test('a pasted statement loses its verdict when its text is removed, and the verdict of a later file stays', async () => {
  renderScreen(VerifyPage, { at: '/verify' });
  const user = userEvent.setup();
  const field = await screen.findByLabelText('Or paste a statement or its link');
  const paste = async () => {
    await user.click(field);
    await user.paste(statement);
    expect(await screen.findByText('the pasted statement')).toBeDefined();
  };
  await paste();
  await user.clear(field);
  await waitFor(() => expect(screen.queryByText('the pasted statement')).toBeNull());
  await paste();
  await drop(readableFile(receipt, 'receipt.json'));
  expect(await screen.findByText('This receipt is valid')).toBeDefined();
  await user.clear(field);
  expect(screen.getByText('This receipt is valid')).toBeDefined();
});
