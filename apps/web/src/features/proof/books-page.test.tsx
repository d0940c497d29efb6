import type { Books } from '@florin/contract';
import { cleanup, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { houseKey, ines, sampleBooks } from '../../../../../packages/verify/test/sample-books.ts';
import { hoursAgo } from '../../../test/hours-ago.ts';
import { startPageWorkers } from '../../../test/proof-worker.ts';
import { renderScreen } from '../../../test/render-screen.tsx';
import { storeSeenLog } from '../../api/proof/proof-store.ts';
import { BooksPage } from './books-page.tsx';

const sample = sampleBooks();
const moment = (hours: number, sum: string) => ({
  number: 7 - hours,
  size: 60,
  at: hoursAgo(hours),
  liabilities: [{ asset: 'USD', sum_exact: sum }],
});
const books: Books = {
  origin: houseKey.name,
  key: houseKey.verifierKey,
  size: 83,
  checkpoint: sample.checkpoint(),
  checkpoint_at: hoursAgo(0),
  witnesses: [],
  witnesses_needed: 0,
  anchors: [],
  sums: { number: 7, size: 60, at: hoursAgo(1), note: sample.proofOf(ines).sums?.note ?? '', assets: [] },
  history: [moment(1, '1734.56'), moment(2, '1500.00'), moment(3, '1200.00')],
};
let answer: () => Response;

beforeEach(() => {
  answer = () => Response.json(books);
  startPageWorkers();
  vi.stubGlobal('fetch', async (url: string) =>
    url === '/api/books' ? answer() : new Response(null, { status: 404 }),
  );
});
afterEach(() => {
  cleanup();
  localStorage.clear();
  vi.unstubAllGlobals();
});

const open = () => renderScreen(BooksPage, { at: '/books' });

test('the books page shows size, sums, coverage and key, and checks the books', async () => {
  open();
  expect(await screen.findByText('Checked in this browser:')).toBeDefined();
  expect(screen.getByText('Entries in the books').nextElementSibling?.textContent).toBe('83');
  const sums = within(screen.getByRole('region', { name: 'Sums' }));
  expect(sums.getByRole('row', { name: /^USD/ }).textContent).toBe('USD$1,734.56Bank −$1,734.56$0.00');
  expect(screen.getByText('Fingerprint').nextElementSibling?.textContent).toMatch(/^[0-9a-f]{4} [0-9a-f]{4}$/);
  expect(screen.getByRole('link', { name: 'Checkpoint' }).getAttribute('href')).toBe('/log/checkpoint');
});

test('the books page shows that the bank accounts of the house cover its debts', async () => {
  const note =
    books.sums?.note.replace('house bank USD -173456', 'house bank:main USD -180000\nhouse fees USD 6544') ?? '';
  answer = () => Response.json({ ...books, sums: books.sums && { ...books.sums, note } });
  open();
  const row = await screen.findByRole('row', { name: /^USD/ });
  expect(row.textContent).toBe('USD$1,734.56Bank main −$1,800.00Fees $65.44$0.00103.7%');
  expect(screen.getByText(/Covered is what the bank accounts hold/)).toBeDefined();
});

test('the books page shows the history as a chart, and as a table on request', async () => {
  open();
  const history = await screen.findByRole('region', { name: 'Owed over time' });
  expect(history.textContent).toMatch(/From \$1,200\.00 on .* to \$1,734\.56 on /);
  await userEvent.click(screen.getByRole('button', { name: 'Show as table' }));
  const table = within(screen.getByRole('region', { name: 'Owed in USD over time' }));
  expect(table.getAllByRole('row').map((row) => row.lastElementChild?.textContent)).toEqual([
    'Owed to members',
    '$1,734.56',
    '$1,500.00',
    '$1,200.00',
  ]);
});

test('the books page offers the files of time stamps by third parties', async () => {
  const anchors = [
    {
      size: 83,
      time_stamp: { by: 'stamps.example', at: hoursAgo(0) },
      calendars: ['https://alice.example'],
      bitcoin_block: null,
    },
    { size: 60, time_stamp: null, calendars: ['https://alice.example/ots'], bitcoin_block: 926_001 },
  ];
  answer = () => Response.json({ ...books, anchors });
  open();
  const stamps = within(await screen.findByRole('region', { name: 'Time stamps' }));
  expect(stamps.getByText(/^by stamps.example at \d/)).toBeDefined();
  expect(stamps.getByText('promised by alice.example')).toBeDefined();
  expect(stamps.getByText('block 926,001, according to alice.example')).toBeDefined();
  expect(stamps.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual([
    '/log/anchors/83',
    '/log/anchors/83.tsr',
    '/log/anchors/83.ots',
    '/log/anchors/60',
    '/log/anchors/60.ots',
  ]);
});

test('the books page shows no time stamps for books without stamps', async () => {
  open();
  await screen.findByText('Checked in this browser:');
  expect(screen.queryByRole('region', { name: 'Time stamps' })).toBeNull();
});

test('the books page warns of a checkpoint of another key', async () => {
  const other = sampleBooks({ isRotated: true });
  answer = () => Response.json({ ...books, checkpoint: other.checkpoint() });
  open();
  expect(await screen.findByText('The key below did not sign the checkpoint.', { exact: false })).toBeDefined();
});

test('the books page warns of a key that this browser does not know', async () => {
  storeSeenLog({ keys: [`${houseKey.name}+01234567+abc`], checkpoint: '' });
  open();
  expect(await screen.findByText('This is not the key that this browser knows.')).toBeDefined();
});

test('the books page says that books have no sums yet', async () => {
  answer = () => Response.json({ ...books, size: 0, checkpoint: null, sums: null, history: [] });
  open();
  expect(await screen.findAllByText('None yet')).toHaveLength(2);
});

test('the books page of a server that does not publish its books says so', async () => {
  const body = { code: 'not_found', detail: 'The books are not published here.', request_id: 'r' };
  answer = () => Response.json(body, { status: 404 });
  open();
  expect(await screen.findByText('No public books')).toBeDefined();
});
