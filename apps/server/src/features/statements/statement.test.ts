import { endpoints, fromExact, type Transaction } from '@florin/contract';
import { add, amountOf, zero, type Amount, type FiatCode } from '@florin/money';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { liveALittle } from '../../../test/live-a-little.ts';
import { refusedWith } from '../../../test/refused-with.ts';
import { databaseOf } from '../../../test/member-in-ledger.ts';
import { createTestApp, type TestApp, type TestMember } from '../../../test/test-app.ts';
import type { Member } from '../identity/index.ts';
import { planPages } from './drawing/statement-pages.ts';
import { statementOf } from './statement.ts';

let florin: TestApp;
let ines: TestMember;
beforeAll(async () => {
  florin = await createTestApp();
  [ines] = await liveALittle(florin);
  await spreadOverMonths();
});
afterAll(async () => {
  await florin.expectCleanBooks();
  await florin.close();
});

/** Dates all entries in their order, 7 hours apart, from the last second of February on. */
const spreadOverMonths = () =>
  databaseOf(florin, ines).ownerPool.query(
    `update ledger.journal_entries e
     set recorded_at = '2026-02-28T23:59:59.999Z'::timestamptz + (n.place - 1) * interval '7 hours'
     from (select id, row_number() over (order by id) as place from own_books.entries) n where n.id = e.id`,
  );

const months = ['2026-01', '2026-02', '2026-03', '2026-04', '2026-05', '2026-06'];

const memberOf = ({ user }: TestMember): Member => ({
  ...user,
  emailConfirmed: user.email_confirmed,
  phoneConfirmed: false,
  kycLevel: 0,
  twoFactor: user.two_factor,
  hasFactor: false,
  restricted: false,
});

/** Returns a statement with all its lines. */
async function read(member: TestMember, month: string, wallet: FiatCode = 'USD') {
  const { history } = florin.app.dependencies;
  const statement = await statementOf(history, memberOf(member), { wallet, month });
  const lines: Transaction[] = [];
  for await (const some of statement.lines()) lines.push(...some);
  return { ...statement.head, lines: JSON.parse(JSON.stringify(lines)) as Transaction[] }; // as in the API
}

const sumOf = (asset: FiatCode, lines: readonly Transaction[]): Amount =>
  lines.reduce((sum, line) => add(sum, fromExact(line.currency, line.amount_exact)), zero(asset));

const walletBalance = async ({ client }: TestMember, code: FiatCode) =>
  (await client.call(endpoints.listWallets)).find(({ currency }) => currency === code)?.balance_exact ?? '';

describe('the statements of a wallet', () => {
  // Rules: transactions-13
  test.each(['USD', 'EUR', 'GBP'] as const)('carries the closing balance of %s from month to month', async (code) => {
    let balance = zero<FiatCode>(code);
    for (const month of months) {
      const { opening, moneyIn, moneyOut, closing, count, lines } = await read(ines, month, code);
      expect(opening).toEqual(balance);
      expect(lines).toHaveLength(count);
      expect(add(opening, sumOf(code, lines))).toEqual(closing);
      expect(opening.units + moneyIn.units - moneyOut.units).toBe(closing.units);
      expect(moneyIn).toEqual(
        sumOf(
          code,
          lines.filter(({ amount_exact }) => !amount_exact.startsWith('-')),
        ),
      );
      balance = closing;
    }
    expect(balance).toEqual(fromExact(code, await walletBalance(ines, code)));
  });

  test('a statement lists each posting in the month of its recording, oldest first', async () => {
    const history = await ines.client.call(endpoints.listTransactions, { query: { limit: 500 } });
    const posted = history.filter(({ currency, balance_after }) => currency === 'USD' && balance_after !== undefined);
    for (const month of months) {
      const expected = posted.filter(({ date }) => date.startsWith(month)).toReversed();
      expect((await read(ines, month)).lines).toEqual(expected);
    }
  });

  test('the month of a statement starts at midnight UTC', async () => {
    const first = await read(ines, '2026-02');
    expect(first.lines.map(({ date }) => date)).toEqual(['2026-02-28T23:59:59.999Z']);
    expect(first.opening).toEqual(zero('USD'));
    expect(first.closing).toEqual(amountOf('USD', 30_000n));
    expect((await read(ines, '2026-03')).opening).toEqual(first.closing);
  });

  test('a statement of a month before the account existed shows zeros', async () => {
    const none = zero('USD');
    expect(await read(ines, '2020-01')).toMatchObject({
      opening: none,
      moneyIn: none,
      moneyOut: none,
      closing: none,
      count: 0,
      lines: [],
    });
    expect(await read(await florin.signUp(), '2026-03')).toMatchObject({ closing: zero('USD'), count: 0 });
  });

  // Rules: transactions-13
  test('rejects a statement of a future month', async () => {
    const now = new Date();
    const nextMonth = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1)).toISOString().slice(0, 7);
    const detail = 'This month has not started yet.';
    for (const month of [nextMonth, '2099-12'])
      await expect(open(ines, 'USD', month)).rejects.toMatchObject(
        refusedWith('invalid_request', { detail, fields: { month: detail } }),
      );
  });

  test('finds the first posting at or after any moment', async () => {
    const { history } = florin.app.dependencies;
    const dates = (await Promise.all(months.map(async (month) => (await read(ines, month)).lines))).flat();
    const starts = dates.map(({ date }) => new Date(date));
    for (const [i, from] of starts.entries())
      for (const [early, earlier] of [
        [0, i],
        [1, i + 1],
      ] as const) {
        const period = { from: new Date(from.getTime() + early), to: new Date('2099-01-01') };
        const { count } = await history.period(memberOf(ines), 'USD', period);
        expect(count).toBe(dates.length - earlier);
      }
  });
});

const open = ({ client }: TestMember, wallet: FiatCode, month: string) =>
  client.open(endpoints.getStatement, { params: { wallet, month } });

describe("the statement's PDF", () => {
  test('serves a statement as a PDF with the planned number of pages', async () => {
    const { count } = await read(ines, '2026-04');
    const answer = await open(ines, 'USD', '2026-04');
    expect(answer.headers.get('content-type')).toBe('application/pdf');
    expect(answer.headers.get('content-disposition')).toBe('attachment; filename="florin-statement-USD-2026-04.pdf"');
    expect(answer.headers.get('cache-control')).toBe('no-store');
    const text = Buffer.from(await answer.arrayBuffer()).toString('latin1');
    expect(text.startsWith('%PDF-1.7')).toBe(true);
    expect(text.trimEnd().endsWith('%%EOF')).toBe(true);
    expect(text.match(/\/Type \/Page\n/g)).toHaveLength(planPages(count).length);
  });

  test('creates a one-page statement for an empty month', async () => {
    const text = Buffer.from(await (await open(ines, 'GBP', '2020-01')).arrayBuffer()).toString('latin1');
    expect(text.match(/\/Type \/Page\n/g)).toHaveLength(1);
  });

  test.each(['2026-13', '2026-00', '1999-12', '2026-1', 'now', '2026-01-01'])(
    'rejects the statement month %s',
    async (month) => {
      await expect(open(ines, 'USD', month)).rejects.toMatchObject(refusedWith('invalid_request'));
    },
  );

  test('a statement accepts a wallet in lower case and rejects an unknown wallet', async () => {
    const ask = (url: string) => florin.app.http.inject({ url, headers: { authorization: `Bearer ${ines.token}` } });
    expect((await ask('/api/statements/eur/2026-03')).statusCode).toBe(200);
    expect((await ask('/api/statements/CHF/2026-03')).statusCode).toBe(422);
  });
});
