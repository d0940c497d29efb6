import {
  endpoints,
  fromExact,
  matchesSearch,
  type BodyOf,
  type Endpoints,
  type QueryOf,
  type Transaction,
} from '@florin/contract';
import { fiatCodes } from '@florin/money';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { liveALittle } from '../../../test/live-a-little.ts';
import { readCsv } from '../../../test/read-csv.ts';
import { createTestApp, type TestApp, type TestMember } from '../../../test/test-app.ts';
import { openCsv } from './csv-records.ts';

let florin: TestApp;
let ines: TestMember;
let lines: Transaction[];
beforeAll(async () => {
  florin = await createTestApp();
  [ines] = await liveALittle(florin);
  const lea = await florin.signUp('Léa Moreau');
  const body = { recipient_email: lea.user.email, amount: '0.02', note: 'Museum, "both" of us' };
  for (let round = 0; round < 12; round++)
    await Promise.all(Array.from({ length: 100 }, () => ines.client.call(endpoints.sendMoney, { body })));
  lines = await everyLine(ines);
});
afterAll(async () => {
  await florin.expectCleanBooks();
  await florin.close();
});

async function everyLine({ client }: TestMember): Promise<Transaction[]> {
  const read: Transaction[] = [];
  let cursor: string | undefined;
  do {
    const query: QueryOf<Endpoints['listTransactions']> = { limit: 500, ...(cursor && { cursor }) };
    const { items, next } = await client.page(endpoints.listTransactions, { query });
    read.push(...items);
    cursor = next ?? undefined;
  } while (cursor !== undefined);
  return read;
}

/** Returns a CSV file of these lines. */
const csvOf = async (some: readonly Transaction[]): Promise<string> =>
  Buffer.from(await openCsv({ search: '', since: undefined, until: undefined }).add(some)).toString('utf8');

type Filter = BodyOf<Endpoints['exportFoundTransactions']>;

const download = ({ client }: TestMember, body: Filter = {}) =>
  client.open(endpoints.exportFoundTransactions, { body });
const exported = async (body: Filter = {}) => readCsv(await (await download(ines, body)).text());
const idsOf = (rows: readonly { id?: string }[]) => rows.map(({ id }) => id);

describe('the CSV export', () => {
  test('exports more than 1,000 lines once each, newest first', async () => {
    const rows = await exported();
    expect(rows.length).toBeGreaterThan(1_200);
    expect(idsOf(rows)).toEqual(idsOf(lines));
  });

  test('exports amounts that add up to each available balance', async () => {
    const rows = await exported();
    const wallets = await ines.client.call(endpoints.listWallets);
    for (const code of fiatCodes) {
      const own = rows.filter(({ currency }) => currency === code);
      const sum = own.reduce((total, { amount = '' }) => total + fromExact(code, amount).units, 0n);
      const available = wallets.find(({ currency }) => currency === code)?.available_exact ?? '';
      expect(sum).toBe(fromExact(code, available).units);
    }
  });

  test('exports the same data as the history', async () => {
    const sent = lines.find(({ type, counterparty }) => type === 'send' && counterparty === 'Léa Moreau');
    expect((await exported()).find(({ id }) => id === sent?.id)).toEqual({
      date: sent?.date,
      id: sent?.id,
      type: 'send',
      description: 'Sent to Léa Moreau',
      counterparty: 'Léa Moreau',
      email: sent?.to,
      amount: '-0.03',
      currency: 'USD',
      fee: '0.01',
      counter_amount: '0.02',
      counter_currency: 'USD',
      rate: '',
      usd_per_coin: '',
      status: 'completed',
      note: 'Museum, "both" of us',
      balance_after: sent?.balance_after_exact,
    });
  });

  test('serves the export as a dated attachment that is neither cached nor sniffed', async () => {
    const { headers } = await download(ines);
    expect(headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(headers.get('content-disposition')).toMatch(
      /^attachment; filename="florin-transactions-\d{4}-\d\d-\d\d\.csv"$/,
    );
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('x-content-type-options')).toBe('nosniff');
  });

  test('starts the export with a byte order mark, so that Excel reads the names', async () => {
    const bytes = Buffer.from(await (await download(ines)).arrayBuffer());
    expect(bytes.toString('hex', 0, 3)).toBe('efbbbf');
  });

  test('exports only the headings for a new member', async () => {
    const text = await (await download(await florin.signUp())).text();
    expect(text).toMatch(/^date,id,type,[\w,]+\r\n$/);
  });
});

describe('the filters of the CSV export', () => {
  test.each(['send', 'receive', 'deposit', 'withdrawal', 'exchange', 'buy_crypto', 'sell_crypto'] as const)(
    'exports only the type %s',
    async (type) => {
      const expected = lines.filter((line) => line.type === type);
      expect(expected.length).toBeGreaterThan(0);
      expect(idsOf(await exported({ type }))).toEqual(idsOf(expected));
    },
  );

  test.each(['LEA museum', 'jonas', '€1', 'btc', 'visa 4242', '-0.03', 'nothing like it', '   '])(
    'finds the same lines as the page for the search %j',
    async (search) => {
      expect(idsOf(await exported({ search }))).toEqual(idsOf(lines.filter((line) => matchesSearch(line, search))));
    },
  );

  test('exports a period that includes its start and excludes its end', async () => {
    const dates = lines.map(({ date }) => date).toSorted();
    const [since = '', until = ''] = [dates[20], dates[700]];
    const between = lines.filter(({ date }) => date >= since && date < until);
    expect(between.length).toBeGreaterThan(500);
    expect(idsOf(await exported({ since, until }))).toEqual(idsOf(between));
    expect(idsOf(await exported({ since: dates[690] ?? '' }))).toEqual(
      idsOf(lines.filter(({ date }) => date >= (dates[690] ?? ''))),
    );
    expect(await exported({ since: '2999-01-01T00:00:00Z' })).toEqual([]);
    expect(await exported({ until: '2020-01-01T00:00:00Z' })).toEqual([]);
  });

  test('accepts all filters except the search in the URL', async () => {
    const [since, until] = [lines[700]?.date, lines[20]?.date];
    const query = { type: 'send', ...(since && { since }), ...(until && { until }) } as const;
    const answer = await ines.client.open(endpoints.exportTransactions, { query });
    const rows = readCsv(await answer.text());
    expect(rows.length).toBeGreaterThan(500);
    expect(rows).toEqual(await exported(query));
  });

  test('combines several export filters', async () => {
    const rows = await exported({ type: 'receive', search: 'jonas eur' });
    const expected = lines.filter((line) => line.type === 'receive' && matchesSearch(line, 'jonas eur'));
    expect(expected.length).toBeGreaterThan(0);
    expect(idsOf(rows)).toEqual(idsOf(expected));
  });
});

test.each(['a, b', 'a "b"', 'a\nb', 'a\r\nb', 'a\rb', '"', ','])('exports the text %j unchanged', async (note) => {
  const [line] = lines;
  if (!line) throw new Error('The history has no line.');
  expect(readCsv(await csvOf([{ ...line, note }])).map((row) => row['note'])).toEqual([note]);
});

describe('texts that a spreadsheet could run as a formula', () => {
  const dangerous = ['=1+1', '+1', '-1', '@SUM(A1)', '＝1+1', '=cmd|"/c calc"!A1', '=HYPERLINK("x")'];

  // Rules: security-31
  test.each(dangerous)('escapes the formula %j', async (text) => {
    const [line] = lines;
    if (!line) throw new Error('The history has no line.');
    const named: Transaction = { ...line, description: text, counterparty: text, to: text, note: text };
    const [row = {}] = readCsv(await csvOf([named]));
    for (const column of ['description', 'counterparty', 'email', 'note']) expect(row[column]).toBe(`'${text}`);
  });

  // Some spreadsheets split at semicolons, tabs or line ends and ignore quotes within a cell.
  // Rules: security-31
  test.each([
    ['Rent;=1+1', "Rent;'=1+1"],
    ['Rent; =1+1;+2;;-3;@SUM(A1)', "Rent;' =1+1;'+2;;'-3;'@SUM(A1)"],
    ['Rent;"=1+1"', `Rent;'"=1+1"`],
    ["Rent;'=1+1", `Rent;''=1+1`],
    ['Rent\t=1+1', "Rent\t'=1+1"],
    ['Rent\n=1+1', "Rent\n'=1+1"],
    ['Rent\r\n=1+1', "Rent\r\n'=1+1"],
    ['Rent;＝1+1', "Rent;'＝1+1"],
    [' =1+1', "' =1+1"],
    ['\t=1+1', "'\t'=1+1"],
    ['\r=1+1', "'\r'=1+1"],
  ])('escapes a formula where a new cell could begin: %j', async (note, safe) => {
    const [line] = lines;
    if (!line) throw new Error('The history has no line.');
    expect(readCsv(await csvOf([{ ...line, note }])).map((row) => row['note'])).toEqual([safe]);
  });

  test.each(['Rent; food', 'a-b; c+d', '3 - 2 = 1', 'me@here.example;you@here.example', 'Rent, -5', 'see (=)'])(
    'does not escape the plain text %j',
    async (note) => {
      const [line] = lines;
      if (!line) throw new Error('The history has no line.');
      expect(readCsv(await csvOf([{ ...line, note }])).map((row) => row['note'])).toEqual([note]);
    },
  );

  test('escapes names and notes by other members and keeps amounts as numbers', async () => {
    const mallory = await florin.signUpWith('5.00', '=cmd()');
    const body = { recipient_email: ines.user.email, amount: '1.00', note: '=2+5' };
    await mallory.client.call(endpoints.sendMoney, { body });
    const [row] = await exported({ search: '=cmd()' });
    expect(row).toMatchObject({ counterparty: `'=cmd()`, note: `'=2+5`, amount: '1.00' });
    expect((await exported({ type: 'send' })).every(({ amount = '' }) => /^-?\d+\.\d\d$/.test(amount))).toBe(true);
  });
});
