import { afterEach, beforeEach, expect, test } from 'vitest';
import { bankFiles, newLinesOf } from '../../../test/bank-reports.ts';
import type { GivenLine } from '../../../test/camt053.ts';
import { addMainAccount } from '../../../test/main-account.ts';
import { createTestApp, type TestApp, type TestMember } from '../../../test/test-app.ts';
import { paymentReferenceOf } from './payment-references.ts';

const [before, day] = ['2026-11-18', '2026-11-19'];

let florin: TestApp;
const { statement, report, undatedReport } = bankFiles(() => florin);
let members: readonly TestMember[];
/** Payments of one amount on one day to three members, without a reference of the bank. */
let payments: readonly GivenLine[];
beforeEach(async () => {
  florin = await createTestApp();
  await addMainAccount(florin);
  await statement({ from: before, to: before, opening: '0.00', closing: '0.00' });
  const names = ['Ada Lovelace', 'Ben Osei', 'Cleo Park'];
  members = await Promise.all(names.map((name) => florin.signUp(name)));
  const texts = await Promise.all(members.map(({ user }) => paymentReferenceOf(florin.database.pool, user.id)));
  payments = names.map((payer, n) => ({ amount: '5.00', day, payer, text: texts[n] ?? '' }));
});
afterEach(async () => {
  await florin.expectCleanBooks();
  await florin.close();
});

const paymentsOf = (order: readonly number[]) => order.flatMap((n) => payments[n] ?? []);
const dayOf = (order: readonly number[]) =>
  statement({ from: day, to: day, opening: '0.00', closing: `${order.length * 5}.00`, lines: paymentsOf(order) });
const credited = () =>
  Promise.all(
    members.map(async ({ user }) => {
      const balances = await florin.app.dependencies.ledger.balancesOf(user.id);
      return balances.find(({ asset }) => asset === 'EUR')?.available ?? 0n;
    }),
  );

test.each([
  ['the newest line first', [0], [2, 1, 0]],
  ['the known line between new ones', [1], [0, 1, 2]],
  ['two known lines in the other order', [0, 1], [1, 2, 0]],
  ['all lines known in another order', [2, 1, 0], [0, 1, 2]],
])('equal payments of one day reach each member once if the statement has %s', async (_, early, order) => {
  await report(...paymentsOf(early));
  expect(newLinesOf(await dayOf(order))).toBe(3 - early.length);
  expect(await credited()).toEqual([5_00n, 5_00n, 5_00n]);
});

test('equal payments of one day reach each member once if the report lacks the payer’s account', async () => {
  await report(...paymentsOf([0]).map((payment) => ({ ...payment, payerAccount: '' })));
  expect(newLinesOf(await dayOf([2, 1, 0]))).toBe(2);
  expect(await credited()).toEqual([5_00n, 5_00n, 5_00n]);
});

test('a credited payment is not credited again next to an equal one that an earlier report had without details', async () => {
  await report({ amount: '5.00', day }, ...paymentsOf([0]));
  expect(newLinesOf(await dayOf([1, 2, 0]))).toBe(1);
  expect(await credited()).toEqual([5_00n, 0n, 5_00n]); // the line without details waits for an operator
});

test('equal payments of one day reach each member once by reports that grow at the top', async () => {
  for (const order of [[0], [1, 0], [2, 1, 0]]) expect(newLinesOf(await report(...paymentsOf(order)))).toBe(1);
  expect(await credited()).toEqual([5_00n, 5_00n, 5_00n]);
});

test('equal payments without a booking date are told apart by their payers', async () => {
  await undatedReport(...paymentsOf([0]));
  await undatedReport(...paymentsOf([1, 0]));
  expect(await credited()).toEqual([5_00n, 5_00n, 0n]);
  await dayOf([2, 1, 0]);
  expect(await credited()).toEqual([5_00n, 5_00n, 5_00n]);
});

test('a payment that the bank dropped is named by its payer, not by its place among equal payments', async () => {
  await report(...paymentsOf([0, 1]));
  const { warnings } = await dayOf([1]);
  const [dropped] = (
    await florin.database.pool.query(`select id from bank_lines where counterparty = 'Ada Lovelace' and amount > 0`)
  ).rows;
  expect(warnings).toEqual([expect.stringContaining(`does not have line ${dropped.id} of`)]);
});

test('a statement that may have changed one of several equal payments is refused', async () => {
  await report(...paymentsOf([0, 1]));
  const changed = paymentsOf([1]).map((payment) => ({ ...payment, payer: 'B. Osei' }));
  await expect(statement({ from: day, to: day, opening: '0.00', closing: '5.00', lines: changed })).rejects.toThrow(
    'does not follow',
  );
});
