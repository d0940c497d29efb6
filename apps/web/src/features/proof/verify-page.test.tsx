import { cleanup, fireEvent, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createHash } from 'node:crypto';
import { deflateSync, gzipSync } from 'node:zlib';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { pdfSigner, pemOf, signedPdf } from '../../../../../packages/verify/test/pdf-maker.ts';
import { signedNote } from '../../../../../packages/verify/test/note-maker.ts';
import { houseKey, ines, sampleBooks } from '../../../../../packages/verify/test/sample-books.ts';
import { hoursAgo } from '../../../test/hours-ago.ts';
import { startPageWorkers } from '../../../test/proof-worker.ts';
import { renderScreen } from '../../../test/render-screen.tsx';
import { storeSeenLog } from '../../api/proof/proof-store.ts';
import { VerifyPage } from './verify-page.tsx';

const books = sampleBooks();
const receipt = JSON.stringify(books.receiptOf(ines));
const key = houseKey.verifierKey;
const request = vi.fn<(address: string) => Promise<Response>>();
const [house, other] = [pdfSigner('Florin'), pdfSigner('Florin')];

beforeEach(() => {
  startPageWorkers();
  request.mockImplementation(async () => new Response(pemOf(house)));
  vi.stubGlobal('fetch', request);
});
afterEach(() => {
  cleanup();
  localStorage.clear();
  history.replaceState(null, '', '/');
  request.mockReset();
  vi.unstubAllGlobals();
});

async function choose(content: string | Uint8Array<ArrayBuffer>, name = 'file.json') {
  const user = userEvent.setup();
  await user.upload(await screen.findByLabelText('File to verify'), fileOf(content, name));
  return user;
}

const fileOf = (content: string | Uint8Array<ArrayBuffer>, name: string) => {
  const bytes = new Uint8Array(Buffer.from(content));
  return Object.assign(new File([bytes], name), { arrayBuffer: async () => bytes.buffer });
};
const open = () => renderScreen(VerifyPage, { at: '/verify' });
const verdict = (text: string | RegExp) => screen.findByText(text);

/** The code of a receipt: its entry, and the first digits of the leaf hash. */
function codeOf(proof: string): string {
  const { entries }: { entries: { index: number; leaf: string }[] } = JSON.parse(proof);
  const [entry] = entries;
  const leaf = Buffer.concat([Buffer.of(0), Buffer.from(entry?.leaf ?? '', 'base64')]);
  return `#entry=${entry?.index}.${createHash('sha256').update(leaf).digest('hex').slice(0, 16)}`;
}

/** A minimal PDF with an attachment. */
function pdfWith(content: string, { isCompressed = true, length = '' } = {}): Uint8Array<ArrayBuffer> {
  const bytes = isCompressed ? deflateSync(content) : Buffer.from(content);
  const filter = isCompressed ? '/Filter /FlateDecode ' : '';
  const head = `%PDF-1.7\n1 0 obj\n<< /Length 4 >>\nstream\nq Q\nendstream\nendobj\n2 0 obj\n<< /Type /EmbeddedFile ${filter}${length} >>\nstream\n`;
  return new Uint8Array(Buffer.concat([Buffer.from(head), bytes, Buffer.from('\nendstream\nendobj\n%%EOF\n')]));
}

test('a receipt is valid, and the verify page says what it shows', async () => {
  open();
  await choose(receipt);
  expect(await verdict('This receipt is valid')).toBeDefined();
  expect(screen.getByText('The payment is in the books of florin.example/log, among 83 entries.')).toBeDefined();
  expect(screen.getByRole('region', { name: 'The payment' }).textContent).toContain('+$2,000.00');
  expect(screen.getByText('The key came from the file itself.')).toBeDefined();
  expect(screen.queryByText('The balances are in these sums')).toBeNull();
  expect(request.mock.calls.map(([address]) => address)).toEqual(['/.well-known/florin-documents.pem']);
});

test('pasting a key checks the file again', async () => {
  open();
  const user = await choose(receipt);
  await verdict('This receipt is valid');
  await user.click(screen.getByLabelText('Key of the log'));
  await user.paste('florin.example/log+01234567+abc');
  expect(await verdict('The signature on the books is wrong')).toBeDefined();
  await user.clear(screen.getByLabelText('Key of the log'));
  await user.paste(key);
  expect(await verdict('The key is the expected one:')).toBeDefined();
});

test('the verify page uses a key that this browser knows from the account', async () => {
  storeSeenLog({ keys: [key], checkpoint: '' });
  open();
  await choose(JSON.stringify(books.proofOf(ines)));
  expect(await verdict('This proof is valid')).toBeDefined();
  expect(screen.getByText('The key is the expected one:')).toBeDefined();
  expect(screen.getByRole('region', { name: 'Balances' }).textContent).toContain('$1,234.56');
});

test.each([
  ['compressed', pdfWith(receipt)],
  ['compressed, with its length', pdfWith(receipt, { length: `/Length ${deflateSync(receipt).length}` })],
  ['compressed, with a length elsewhere', pdfWith(receipt, { length: '/Length 7 0 R' })],
  ['plain', pdfWith(receipt, { isCompressed: false })],
])('the proof attached to a PDF is read: %s', async (_name, pdf) => {
  open();
  await choose(pdf, 'receipt.pdf');
  expect(await verdict('This receipt is valid')).toBeDefined();
  expect(screen.getByText('This PDF is not signed')).toBeDefined();
});

test('a receipt as a PDF is genuine, and its payment is valid', async () => {
  open();
  await choose(signedPdf(house, { attached: receipt }), 'receipt.pdf');
  expect(await verdict('This PDF is genuine')).toBeDefined();
  expect(screen.getByText('This receipt is valid')).toBeDefined();
  expect(screen.getByText(/it is in the PDF that Florin signed/)).toBeDefined();
});

test('a statement or an invoice is genuine by its signature alone', async () => {
  open();
  await choose(signedPdf(house), 'statement.pdf');
  expect(await verdict('This PDF is genuine')).toBeDefined();
  expect(screen.queryByText('This receipt is valid')).toBeNull();
});

test('the verify page does not show the proof of a changed PDF', async () => {
  open();
  await choose(signedPdf(house, { attached: receipt }).with(20, 0x41), 'receipt.pdf');
  const alarm = await screen.findByRole('alert');
  expect(alarm.textContent).toContain('This PDF is not what Florin signed');
  expect(alarm.textContent).toContain('The file was changed after it was signed.');
  expect(screen.queryByText('This receipt is valid')).toBeNull();
});

test('a PDF with another certificate is not by the house, and its signer is unknown without certificates', async () => {
  open();
  await choose(signedPdf(other), 'statement.pdf');
  expect(await verdict('This PDF is signed by another certificate')).toBeDefined();
  cleanup();
  request.mockImplementation(async () => new Response('', { status: 500 }));
  open();
  await choose(signedPdf(house), 'statement.pdf');
  expect(await verdict('The signer of this PDF is unknown')).toBeDefined();
});

test.each([
  [
    'a statement',
    '#document=USD-2026-11-0A1B2C3D4E',
    /The code is of document USD-2026-11-0A1B2C3D4E/,
    signedPdf(house, { before: 'USD-2026-11-0A1B2C3D4E' }),
  ],
  ['a receipt', codeOf(receipt), /The code is of entry 3 of the log/, signedPdf(house, { attached: receipt })],
])('the code of %s leads to its PDF and to no other', async (_name, hash, words, pdf) => {
  history.replaceState(null, '', `/verify${hash}`);
  open();
  expect(await verdict(words)).toBeDefined();
  await choose(pdf, 'document.pdf');
  expect(await verdict('This is the document with the code')).toBeDefined();
  await choose(signedPdf(house), 'other.pdf');
  expect(await verdict('This is not the document with the code')).toBeDefined();
});

test('the verify page says that a PDF has neither a signature nor a proof', async () => {
  open();
  await choose(new Uint8Array(Buffer.from('%PDF-1.7\n1 0 obj\n<<>>\nendobj')), 'other.pdf');
  expect(await verdict('This file has no proof')).toBeDefined();
  expect(screen.getByText(/This PDF has no signature and no proof/)).toBeDefined();
});

test.each([
  ['a text', 'hello'],
  ['JSON of another kind', '{"a":1}'],
  ['JSON null', 'null'],
  ['nothing', ''],
  ['a broken PDF', '%PDF-1.7\n1 0 obj\n<< /Type /EmbeddedFile /Filter /FlateDecode >>\nstream\nabc'],
])('%s has no proof', async (_name, text) => {
  open();
  await choose(text);
  expect(await verdict('This file has no proof')).toBeDefined();
});

test('the verify page names the disagreement of a changed receipt', async () => {
  open();
  await choose(receipt.replace('deposit_completed', 'deposit_canceled'));
  const alarm = await screen.findByRole('alert');
  expect(alarm.textContent).toContain('An entry is not in the books as it should be');
  expect(alarm.textContent).toContain('has another header');
  expect(alarm.textContent).toContain('Ask its sender for the original.');
  expect(screen.queryByRole('button', { name: 'Download the complaint' })).toBeNull();
});

test('an old proof is valid and shows its age, and a new proof and a receipt do not', async () => {
  const proofOf = (hours: number) => {
    const sumsText = (text: string) => text.replace('2026-12-01T04:00:00Z', hoursAgo(hours).replace(/\.\d+/, ''));
    return JSON.stringify(sampleBooks({ sumsText }).proofOf(ines));
  };
  open();
  await choose(proofOf(3));
  expect(await verdict('This proof is old.')).toBeDefined();
  expect(screen.getByText('This proof is valid')).toBeDefined();
  for (const [file, valid] of [
    [proofOf(1), 'This proof is valid'],
    [receipt, 'This receipt is valid'],
  ] as const) {
    cleanup();
    open();
    await choose(file);
    expect(await verdict(valid)).toBeDefined();
    expect(screen.queryByText('This proof is old.')).toBeNull();
  }
});

test('a fraud file holds with the key, and does not hold without a contradiction', async () => {
  const other = sampleBooks({ filler: 'another' });
  const fraud = { format: 'florin-fraud/1', kind: 'two_roots', keys: [key], found_at: '2026-12-01T05:00:00Z' };
  open();
  await choose(JSON.stringify({ ...fraud, first: books.checkpoint(), second: other.checkpoint() }));
  expect(await verdict('The evidence holds')).toBeDefined();
  expect(screen.getByText('The house signed two different logs of 83 entries.')).toBeDefined();
  await choose(JSON.stringify({ ...fraud, first: books.checkpoint(), second: books.checkpoint(82) }));
  expect(await verdict('This is no evidence')).toBeDefined();
});

test('a fraud file and a refused proof show amounts in the usual format', async () => {
  const signed = (text: string) => signedNote(text, houseKey.line(text));
  const proof = books.proofOf(ines);
  const fraud = { format: 'florin-fraud/1', kind: 'wrong_balance', keys: [key], found_at: '2026-12-01T05:00:00Z' };
  const sums = signed(books.sumsText.replaceAll('173456', '100000'));
  open();
  await choose(JSON.stringify({ ...fraud, statement: proof.statement, sums }));
  expect(await verdict('The house signed to owe a member $1,234.56, which is more than its sums state.')).toBeDefined();
  await choose(JSON.stringify({ ...proof, balances: [] }));
  expect((await screen.findByRole('alert')).textContent).toContain(
    'The house signed to owe 0.00005000 BTC, and proves 0.00000000 BTC.',
  );
});

test('a complaint proves nothing by itself', async () => {
  open();
  await choose('{"format":"florin-complaint/1"}');
  expect(await verdict('This is a complaint')).toBeDefined();
});

test('the check of a checkpoint needs the key of its log', async () => {
  open();
  const user = await choose(books.checkpoint(), 'checkpoint');
  expect(await verdict('This checkpoint is not verified')).toBeDefined();
  await user.click(screen.getByLabelText('Key of the log'));
  await user.paste(key);
  expect(await verdict('A checkpoint of 83 entries')).toBeDefined();
});

test('the verify page checks a dropped file', async () => {
  open();
  const zone = await screen.findByRole('region', { name: 'File' });
  fireEvent.drop(zone, { dataTransfer: { files: [fileOf(receipt, 'receipt.json')] } });
  expect(await verdict('This receipt is valid')).toBeDefined();
});

test('the verify page refuses a dropped folder with a message, and accepts a dropped file afterwards', async () => {
  open();
  const zone = await screen.findByRole('region', { name: 'File' });
  const folder = Object.assign(new File([], 'receipts'), {
    arrayBuffer: () => Promise.reject(new DOMException('', 'NotReadableError')),
  });
  fireEvent.drop(zone, { dataTransfer: { files: [folder] } });
  expect(await screen.findByText('This file cannot be read. Choose a file, not a folder.')).toBeDefined();
  fireEvent.drop(zone, { dataTransfer: { files: [fileOf(receipt, 'receipt.json')] } });
  expect(await verdict('This receipt is valid')).toBeDefined();
});

test('the verify page checks the proof in a link', async () => {
  history.replaceState(null, '', `/verify#proof=${gzipSync(receipt).toString('base64url')}`);
  open();
  expect(await verdict('This receipt is valid')).toBeDefined();
});

test('the verify page ignores a truncated link', async () => {
  history.replaceState(null, '', '/verify#proof=H4sI!');
  open();
  expect(await screen.findByRole('button', { name: 'Choose a file' })).toBeDefined();
});

test('a proof of sums at a time that does not exist is refused without a broken page', async () => {
  open();
  const strange = sampleBooks({ sumsText: (text) => text.replace('2026-12-01', '2026-99-01') });
  await choose(JSON.stringify(strange.proofOf(ines)));
  expect(await verdict('The sums of the books do not add up')).toBeDefined();
});
