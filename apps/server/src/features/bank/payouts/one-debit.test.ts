import { randomUUID } from 'node:crypto';
import { endpoints } from '@florin/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { blockedStatements } from '../../../../test/blocked-statements.ts';
import { camt053 } from '../../../../test/camt053.ts';
import { openPayoutRoom, type PayoutRoom } from '../../../../test/payout-room.ts';
import { bookLines } from '../book-lines.ts';
import { decideLines } from '../decide-lines.ts';
import { importBankFile } from '../import-file.ts';

let room: PayoutRoom;
beforeAll(async () => {
  room = await openPayoutRoom('EUR');
});
afterAll(() => room.close());

/** Imports a statement with a debit of the payout, without booking it. Returns the statement's id. */
async function importDebit(endToEnd: string): Promise<bigint> {
  const { pool, operatorAccounts: accounts } = room.florin.app.dependencies;
  const line = { amount: '-40.00', day: '2026-11-20', id: randomUUID().slice(0, 8), endToEnd };
  const text = camt053([{ iban: 'DE75512108001245126199', currency: 'EUR', lines: [line] }]);
  const open = async function* () {
    yield Buffer.from(text);
  };
  await importBankFile({ pool, accounts }, { name: 'statement.xml', open });
  const { rows } = await pool.query<{ id: bigint }>('select max(id) as id from bank_statements');
  return rows[0]?.id ?? 0n;
}

test('two nodes that decide about two statements take only one debit as the first debit of a payout', async () => {
  const { ids, payouts } = await room.paidOut('40.00');
  const [endToEnd = ''] = ids;
  const statements = [await importDebit(endToEnd), await importDebit(endToEnd)];
  const { dependencies } = room.florin.app;
  const owner = await room.florin.database.ownerPool.connect();
  await owner.query('begin');
  await owner.query('select from payouts where amount = 4000 for update');
  const deciding = statements.map((statement) =>
    decideLines({ ...dependencies, thirdPartyDeposits: 'review' }, statement),
  );
  await expect.poll(() => blockedStatements(room.florin.database)).toBe(2); // both have seen that the payout has no debit
  await owner.query('commit');
  owner.release();
  await Promise.all(deciding);
  await bookLines({ ...dependencies, thirdPartyDeposits: 'review' });
  const { unallocated } = await room.olu.client.call(endpoints.getBankDesk);
  expect(unallocated.map(({ amount_exact: amount, reason }) => [amount, reason])).toEqual([['-40.00', 'payout_again']]);
  expect(await room.house('bank-clearing')).toBe(0);
  expect(await Promise.all(payouts.map(room.wallet))).toEqual([['60.00', '0.00']]);
});
