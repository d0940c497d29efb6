import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { checkFile, writeNacha, writePain001, type CheckedFile } from '@florin/bank-files';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { rehearsalAccounts } from './rehearsal-accounts.ts';
import { RehearsalBank } from './rehearsal-bank.ts';

let folder: string;
let bank: RehearsalBank;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'florin-rehearsal-bank-'));
  mkdirSync(path.join(folder, 'outbox'));
  bank = new RehearsalBank(folder, rehearsalAccounts);
});
afterEach(() => rmSync(folder, { recursive: true }));

/** All files that the bank wrote, oldest first: the names end with a number. */
const written = (): readonly CheckedFile[] =>
  readdirSync(path.join(folder, 'inbox'))
    .toSorted((a, b) => numberIn(a) - numberIn(b))
    .flatMap((name) => checkFile(name, [readFileSync(path.join(folder, 'inbox', name))]));
const numberIn = (name: string) => Number(/(\d+)\.xml$/.exec(name)?.[1]);

const payment = (id: string, amount: string) => ({
  id,
  amount,
  creditor: { name: 'Nora Lind' },
  account: { kind: 'iban', iban: 'NL91ABNA0417164300' } as const,
});

function putPaymentFile() {
  const content = writePain001({
    id: 'BATCH1',
    scheme: 'sepa',
    created: '2026-11-29T12:00:00Z',
    executionDate: '2026-11-29',
    bookAsBatch: false,
    debtor: { name: 'Rehearsal Payments Ltd' },
    debtorAccount: { kind: 'iban', iban: 'DE75512108001245126199' },
    payouts: [payment('PAYOUT1', '40.00'), payment('PAYOUT2', '2.50')],
  });
  writeFileSync(path.join(folder, 'outbox', 'batch-1.xml'), content);
}

test('each statement continues the previous statement and adds up', async () => {
  const transfer = { account: 'main-eur', payer: 'Nora Lind', payerAccount: '', text: 'RF18 5390 0754 7034' };
  await bank.receive({ ...transfer, amount: '250' });
  await bank.receive({ ...transfer, amount: '0,05' });
  await bank.charge('main-eur', '1.20');
  const statements = written().flatMap((file) => file.statements);
  expect(statements.map(({ opening, closing, adds_up }) => [opening, closing, adds_up])).toEqual([
    ['100.00', '350.00', true],
    ['350.00', '350.05', true],
    ['350.05', '348.85', true],
  ]);
  expect(statements[0]?.lines[0]).toMatchObject({ payment_reference: 'RF18539007547034', counterparty: 'Nora Lind' });
});

test('pays, rejects and returns the payments of a payment file', async () => {
  putPaymentFile();
  await bank.readOutbox();
  await bank.readOutbox();
  expect(bank.files).toMatchObject([{ name: 'batch-1.xml', account: 'main-eur', payments: [{}, {}] }]);
  await bank.reject('batch-1.xml', 'PAYOUT2', 'AC04');
  await bank.pay('batch-1.xml');
  await bank.sendBack('batch-1.xml', 'PAYOUT1', 'AC06');
  const files = written();
  expect(files.flatMap((file) => file.statuses)).toMatchObject([
    { level: 'transaction', id: 'PAYOUT2', status: 'RJCT', reason_code: 'AC04' },
  ]);
  const lines = files.flatMap((file) => file.statements.flatMap((statement) => statement.lines));
  expect(lines).toMatchObject([
    { amount: '-40.00', end_to_end_id: 'PAYOUT1', return_reason: null },
    { amount: '40.00', end_to_end_id: 'PAYOUT1', return_reason: 'AC06' },
  ]);
});

test('pays the entries of a NACHA file', async () => {
  const account = { routing: '121042882', accountNumber: '987001', type: 'checking' } as const;
  const content = writeNacha({
    created: '2026-11-29T12:00',
    modifier: 'A',
    destination: { routing: '021000021', name: 'Pretended Bank' },
    origin: { id: '1234567890', name: 'Rehearsal' },
    company: { name: 'REHEARSAL', id: '1234567890', description: 'PAYOUT' },
    entryClass: 'PPD',
    effectiveDate: '2026-11-30',
    originatingRouting: '021000021',
    number: 1,
    payouts: [{ id: 'P0000000000001', amount: '40.00', name: 'Nora Lind', account }],
  });
  writeFileSync(path.join(folder, 'outbox', 'batch-1.ach'), content);
  await bank.readOutbox();
  expect(bank.files).toMatchObject([{ account: 'main-usd', payments: [{ receiverAccount: '987001' }] }]);
  await bank.pay('batch-1.ach');
  expect(written().flatMap((file) => file.statements.flatMap(({ lines }) => lines))).toMatchObject([
    { amount: '-40.00', currency: 'USD', end_to_end_id: 'P0000000000001' },
  ]);
});

test('rejects senseless requests and changes nothing', async () => {
  putPaymentFile();
  await bank.readOutbox();
  const transfer = { account: 'main-eur', payer: '', payerAccount: '', text: '' };
  await expect(bank.receive({ ...transfer, amount: '-5' })).rejects.toThrow('-5 is not an amount of EUR.');
  await expect(bank.receive({ ...transfer, account: 'other', amount: '5' })).rejects.toThrow('no account other');
  await expect(bank.sendBack('batch-1.xml', 'PAYOUT1', 'AC06')).rejects.toThrow('Only a paid payment');
  await bank.pay('batch-1.xml');
  await expect(bank.pay('batch-1.xml')).rejects.toThrow('Nothing in this file waits');
  await expect(bank.reject('batch-1.xml', 'PAYOUT1', 'AC04')).rejects.toThrow('does not wait');
  expect(written()).toHaveLength(1);
});
