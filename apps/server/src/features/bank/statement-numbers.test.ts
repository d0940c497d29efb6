import { Buffer } from 'node:buffer';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { camt053, type GivenLine, type GivenStatement } from '../../../test/camt053.ts';
import { account, addMainAccount, iban } from '../../../test/main-account.ts';
import { createTestApp, type TestApp } from '../../../test/test-app.ts';
import { importBankFile } from './import-file.ts';

let florin: TestApp;
beforeEach(async () => {
  florin = await createTestApp();
  await addMainAccount(florin);
});
afterEach(() => florin.close());

/** Imports a statement whose lines sum to zero, so that only its number shows that a statement is missing. */
async function imported(day: string, sequence: string, given: Partial<GivenStatement> & { acceptsGap?: boolean } = {}) {
  const { acceptsGap = false, ...more } = given;
  const quiet = { iban, currency: 'EUR', from: day, to: day, opening: '5.00', closing: '5.00', lines: [] };
  const text = camt053([{ ...quiet, sequence, ...more }]);
  const open = async function* () {
    yield Buffer.from(text);
  };
  const { pool } = florin.database;
  const { statements } = await importBankFile({ pool, accounts: [account] }, { name: `${day}.xml`, open, acceptsGap });
  return statements[0]?.newLines;
}

test('a statement waits for a missing statement if its number does not follow the last number', async () => {
  const line = (amount: string, id: string): GivenLine => ({ amount, day: '2026-11-12', id });
  await imported('2026-11-11', '1');
  await expect(imported('2026-11-13', '3')).rejects.toThrow(
    /^Statement 3 of main-eur follows number 1, so statement 2 is missing/,
  );
  await expect(imported('2026-11-15', '5')).rejects.toThrow('so statements 2 to 4 are missing');
  expect(await imported('2026-11-12', '2', { lines: [line('9.00', 'A1'), line('-9.00', 'A2')] })).toBe(2);
  expect(await imported('2026-11-13', '3')).toBe(0);
});

test('an operator can accept that the bank left out a statement number', async () => {
  await imported('2026-11-11', '1');
  expect(await imported('2026-11-16', '6', { acceptsGap: true })).toBe(0);
  expect(await imported('2026-11-17', '7')).toBe(0);
});

test.each([
  ['a new year begins with number 1', ['00254', '1', '2']],
  ['a statement has several pages', ['12/1', '12/2', '13/1']],
  ['numbers that are dates do not count', ['20261231', '20270104', '20270105']],
  ['a statement has no number before or after', ['A1', '7', 'A2']],
])('no number is missing where %s', async (_, numbers) => {
  const days = ['2026-12-31', '2027-01-04', '2027-01-05'];
  for (const [index, number] of numbers.entries()) expect(await imported(days[index] ?? '', number)).toBe(0);
});
