import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { camt053, type GivenLine, type GivenStatement } from '../../../test/camt053.ts';
import { openCardOffice, type CardOffice } from '../../../test/card-office.ts';
import { payOut } from '../../../test/stripe-double/happenings.ts';
import { bookLines } from './book-lines.ts';
import { importBankFile } from './import-file.ts';
import { keepOperatorAccounts } from './operator-account.ts';

const account = {
  id: 'main-usd',
  currency: 'USD',
  holder: 'Florin Example Inc.',
  bank: 'Example Bank',
  purpose: 'safeguarding',
  account_number: '123456789',
} as const;

let office: CardOffice;
let statements = 0;
beforeAll(async () => {
  office = await openCardOffice();
  await keepOperatorAccounts(office.florin.database.pool, [account]);
  await importStatement({ opening: '0.00', closing: '0.00' });
});
afterEach(() => office.expectCleanBooks());
afterAll(() => office.close());

/** Puts money onto Stripe's balance and pays all of it out. Returns the payout. */
async function payout(amount: string, descriptor: string | null = null) {
  await office.addByCard(await office.florin.signUp(), amount);
  const made = payOut(office.stripe.account, 'usd', descriptor);
  await office.deliverAll();
  return { ...made, decimal: (Number(made['amount']) / 100).toFixed(2) };
}

async function importStatement(statement: Partial<GivenStatement>): Promise<void> {
  const { pool } = office.florin.database;
  const text = camt053([{ iban: account.account_number, currency: 'USD', ...statement }]);
  const open = async function* () {
    yield Buffer.from(text);
  };
  await importBankFile({ pool, accounts: [account] }, { name: `statement-${statements}.xml`, open });
}

const book = () =>
  bookLines({ ...office.florin.app.dependencies, logger: pino({ level: 'silent' }), thirdPartyDeposits: 'review' });

/** Imports a line and returns its match. */
async function importLine(amount: string, more: Partial<GivenLine>): Promise<string> {
  await importStatement({ lines: [{ amount, day: '2026-11-20', id: `CARD${(statements += 1)}`, ...more }] });
  await book();
  const { rows } = await office.florin.database.ownerPool.query<{ match: string }>(
    'select match from bank_lines order by id desc limit 1',
  );
  return rows[0]?.match ?? '';
}

test('a payout is matched by its id', async () => {
  const { id, decimal } = await payout('100.00');
  expect(await importLine(decimal, { text: `STRIPE PAYMENTS ${id}` })).toBe('card-payout');
});

test('a payout is matched by the reference that the bank gave it', async () => {
  const { id, decimal } = await payout('90.00');
  Object.assign(office.stripe.account.find(id), { trace_id: { status: 'supported', value: 'TRACE0012345' } });
  office.stripe.account.emit('payout.paid', office.stripe.account.find(id));
  await office.deliverAll();
  expect(await importLine(decimal, { text: 'STRIPE trace0012345' })).toBe('card-payout');
});

test('two nodes match a line once when its payout becomes known after the line', async () => {
  await office.addByCard(await office.florin.signUp(), '50.00');
  const { id, amount } = payOut(office.stripe.account, 'usd');
  const decimal = (Number(amount) / 100).toFixed(2);
  expect(await importLine(decimal, { text: `STRIPE ${String(id)}` })).toBe('unallocated');
  await office.deliverAll();
  await Promise.all([book(), book()]);
  await book();
  const { rows } = await office.florin.database.ownerPool.query(
    'select match, reason, card_payout from bank_lines order by id desc limit 1',
  );
  expect(rows).toEqual([{ match: 'card-payout', reason: null, card_payout: id }]);
  expect(await importLine(decimal, { text: `STRIPE ${String(id)}` })).toBe('unallocated');
});

test('a payout is matched by the text that the operator chose for the statement', async () => {
  const { decimal } = await payout('80.00', 'FLORIN CARDS');
  expect(await importLine(decimal, { text: 'Florin Cards 20 NOV' })).toBe('card-payout');
});

test('a payout is not matched by its amount alone, with another amount, or twice', async () => {
  const { id, decimal } = await payout('70.00');
  expect(await importLine(decimal, { text: 'STRIPE' })).toBe('unallocated');
  expect(await importLine('1.00', { text: id })).toBe('unallocated');
  expect(await importLine(decimal, { text: id })).toBe('card-payout');
  expect(await importLine(decimal, { text: id })).toBe('unallocated');
});

test('a payout that failed is not matched', async () => {
  const { id, decimal } = await payout('60.00');
  Object.assign(office.stripe.account.find(id), { status: 'failed' });
  office.stripe.account.move({
    type: 'payout_failure',
    amount: Math.round(Number(decimal) * 100),
    currency: 'usd',
    source: id,
  });
  office.stripe.account.emit('payout.failed', office.stripe.account.find(id));
  await office.deliverAll();
  expect(await importLine(decimal, { text: id })).toBe('unallocated');
});

test('two payouts with one text and one amount are left to an operator', async () => {
  office.stripe.account.move({ type: 'topup', amount: 5_000, currency: 'usd' });
  const before = office.stripe.account.balances().get('usd') ?? 0;
  payOut(office.stripe.account, 'usd', 'SAME TEXT');
  office.stripe.account.move({ type: 'topup', amount: before, currency: 'usd' });
  payOut(office.stripe.account, 'usd', 'SAME TEXT');
  await office.deliverAll();
  await office.book();
  expect(await importLine((before / 100).toFixed(2), { text: 'SAME TEXT' })).toBe('unallocated');
});
