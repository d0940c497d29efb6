import { Buffer } from 'node:buffer';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { camt053 } from '../../../test/camt053.ts';
import { listedNames } from '../../../test/listed-names.ts';
import { createTestApp, type TestApp } from '../../../test/test-app.ts';
import { mutated, randomFrom } from '../../../../../packages/bank-files/test/mutations.ts';
import type { OperatorAccount } from '../../providers/bank/bank.ts';
import { BankFileProblem } from './bank-file-problem.ts';
import { bookLines } from './book-lines.ts';
import { importBankFile } from './import-file.ts';

const account: OperatorAccount = {
  id: 'main-eur',
  currency: 'EUR',
  holder: 'Florin Example Ltd',
  bank: 'Example Bank',
  purpose: 'safeguarding',
  iban: 'DE75512108001245126199',
};

let florin: TestApp;
beforeAll(async () => {
  florin = await createTestApp();
  await florin.database.pool.query(`insert into operator_accounts (id, currency) values ('main-eur', 'EUR')`);
});
afterAll(() => florin.close());

const original = camt053([
  {
    iban: 'DE75512108001245126199',
    currency: 'EUR',
    opening: '100.00',
    closing: '377.50',
    from: '2026-11-16',
    to: '2026-11-16',
    lines: [
      { amount: '250.00', day: '2026-11-16', payer: 'Ada', text: 'one', id: 'A1' },
      { amount: '-3.00', day: '2026-11-16', text: 'charge', id: 'A2', code: 'PMNT-MCOP-CHRG' },
      { amount: '30.50', day: '2026-11-16', payer: 'Ben', text: 'two', id: 'A3' },
    ],
  },
]);

test('the books equal the accepted statements to the cent, whatever damaged statements are imported', async () => {
  const { pool } = florin.database;
  const { ledger, logger } = florin.app.dependencies;
  const random = randomFrom(20261130);
  let refused = 0;
  const files = Array.from({ length: 600 }, () => mutated(original, random));
  for (const [index, text] of files.entries()) {
    const open = async function* () {
      yield Buffer.from(text);
    };
    await importBankFile({ pool, accounts: [account] }, { name: `${index}.xml`, open }).catch((error: unknown) => {
      if (!(error instanceof BankFileProblem)) throw error;
      refused += 1;
    });
  }
  const rules = { ...listedNames, thirdPartyDeposits: 'review', operatorAccounts: [account] } as const;
  await bookLines({ pool, ledger, logger, ...rules });
  expect(refused).toBeGreaterThan(100);
  expect(refused).toBeLessThan(files.length);
  const { rows } = await pool.query<{ stated: bigint; lines: bigint; books: bigint; waiting: number }>(
    `select (select balance from operator_accounts where id = 'main-eur') as stated,
            (select sum(amount) from bank_lines)::numeric(38, 0) as lines,
            (select -posted from books.house_balances where kind = 'bank:main-eur' and asset = 'EUR') as books,
            (select count(*)::int from bank_lines where not posted) as waiting`,
  );
  const [sums] = rows;
  expect(sums?.stated).toBeGreaterThan(0n);
  expect(sums).toEqual({ stated: sums?.stated, lines: sums?.stated, books: sums?.stated, waiting: 0 });
  await florin.expectCleanBooks();
});
