import { readFileSync } from 'node:fs';
import { Readable } from 'node:stream';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { camt053, type GivenLine } from '../../../test/camt053.ts';
import { account, addMainAccount, iban } from '../../../test/main-account.ts';
import { listedNames } from '../../../test/listed-names.ts';
import { createTestApp, type TestApp } from '../../../test/test-app.ts';
import { bookLines } from './book-lines.ts';
import { importBankFile } from './import-file.ts';
import { paymentReferenceOf } from './payment-references.ts';

const settings = { operatorAccounts: [account], thirdPartyDeposits: 'review', ...listedNames } as const;

let florin: TestApp;
beforeEach(async () => {
  florin = await createTestApp();
  await addMainAccount(florin);
});
afterEach(async () => {
  await florin.expectCleanBooks();
  await florin.close();
});

const datesOfLines = /<(BookgDt|ValDt)><Dt>[^<]*<\/Dt><\/\1>/g;

/** A statement of one day without the dates of its lines. */
function undated(day: string, opening: string, closing: string, lines: readonly Omit<GivenLine, 'day'>[]): string {
  const dated = lines.map((line) => ({ ...line, day }));
  return camt053([{ iban, currency: 'EUR', from: day, to: day, opening, closing, lines: dated }]).replace(
    datesOfLines,
    '',
  );
}

async function imported(text: string) {
  const { pool } = florin.database;
  const open = () => Readable.from([Buffer.from(text)]);
  const report = await importBankFile({ pool, accounts: [account] }, { name: 'undated.xml', open });
  await bookLines({ ...florin.app.dependencies, ...settings });
  return report.statements.map(({ newLines }) => newLines);
}

async function bookedUnits(): Promise<Record<string, number>> {
  const { rows } = await florin.database.pool.query<{ kind: string; posted: bigint }>(
    `select kind, posted from books.house_balances where asset = 'EUR' and posted <> 0`,
  );
  return Object.fromEntries(rows.map(({ kind, posted }) => [kind, Number(posted)]));
}

describe('a line without a booking date', () => {
  test('a line without a booking date credits its member, and counts once in an overlapping export', async () => {
    const ada = await florin.signUp('Ada Lovelace');
    const reference = await paymentReferenceOf(florin.database.pool, ada.user.id);
    const deposit = { amount: '5.00', id: 'A1', payer: 'Ada Lovelace', text: reference };
    const other = { amount: '5.00', id: 'A2', payer: 'Unknown Payer' };
    expect(await imported(undated('2026-11-16', '0.00', '10.00', [deposit, other]))).toEqual([2]);
    expect(await bookedUnits()).toEqual({ 'bank:main-eur': -10_00, unallocated: 5_00 });
    const balances = await florin.app.dependencies.ledger.balancesOf(ada.user.id);
    expect(balances.find(({ asset }) => asset === 'EUR')?.available).toBe(5_00n);
    const third = { amount: '5.00', id: 'A3' };
    expect(await imported(undated('2026-11-16', '0.00', '15.00', [deposit, other, third]))).toEqual([1]);
    expect(await bookedUnits()).toEqual({ 'bank:main-eur': -15_00, unallocated: 10_00 });
  });

  test('a line without a booking date and an id that equals one of another day is booked', async () => {
    expect(await imported(undated('2026-11-16', '0.00', '5.00', [{ amount: '5.00' }]))).toEqual([1]);
    expect(await imported(undated('2026-11-17', '5.00', '10.00', [{ amount: '5.00' }]))).toEqual([1]);
    expect(await bookedUnits()).toEqual({ 'bank:main-eur': -10_00, unallocated: 10_00 });
  });

  test('a line that an earlier version stored without its day counts once in an overlapping export', async () => {
    const line = { amount: '5.00' };
    await imported(undated('2026-11-16', '0.00', '10.00', [line, line]));
    await florin.database.pool.query('update bank_lines set booked = null');
    const migration = new URL('../../../database/migrations/0050-days-of-lines.sql', import.meta.url);
    await florin.database.ownerPool.query(readFileSync(migration, 'utf8'));
    expect(await imported(undated('2026-11-16', '0.00', '15.00', [line, line, line]))).toEqual([1]);
    expect(await bookedUnits()).toEqual({ 'bank:main-eur': -15_00, unallocated: 15_00 });
  });
});
