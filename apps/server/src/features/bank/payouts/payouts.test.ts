import { Buffer } from 'node:buffer';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { checkFile, writePain002 } from '@florin/bank-files';
import { endpoints, type PaymentBatch } from '@florin/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { camt053, type GivenLine, type GivenStatement } from '../../../../test/camt053.ts';
import { createTestApp, type TestApp, type TestMember } from '../../../../test/test-app.ts';
import { uploadFile } from '../../../../test/upload-file.ts';
import { setRole } from '../../identity/operators/change-user.ts';
import { paymentReferenceOf } from '../payment-references.ts';
import { writeApproved } from './write-batch.ts';

const iban = 'DE75512108001245126199';
const theirs = 'NL91 ABNA 0417 1643 00';

let folder: string;
let florin: TestApp;
let olu: TestMember;
let amara: TestMember;
beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'florin-payouts-'));
  const config = path.join(folder, 'florin.json');
  const account = { id: 'main-eur', currency: 'EUR', holder: 'Florin Example Ltd', bank: 'Example Bank', iban };
  writeFileSync(config, JSON.stringify({ operator_accounts: [{ ...account, purpose: 'safeguarding' }] }));
  const env = { FLORIN_CONFIG: config, FLORIN_BANK_DIR: folder };
  florin = await createTestApp(env, { timing: { callBackSeconds: 0 } });
  [olu, amara] = [await florin.signUp('Olu'), await florin.signUp('Amara')];
  for (const { user } of [olu, amara])
    await setRole(florin.database.pool, user.id, 'operator', { operator: 'command line' });
  await statement({ opening: '0.00', closing: '0.00' });
});
afterAll(async () => {
  await florin.expectCleanBooks();
  await florin.close();
  rmSync(folder, { recursive: true });
});

const upload = (name: string, text: string) =>
  uploadFile(florin, olu, endpoints.uploadBankFile, { name, bytes: Buffer.from(text) });
const statement = (given: Partial<GivenStatement>) =>
  upload('statement.xml', camt053([{ iban, currency: 'EUR', ...given }]));
const line = (amount: string, more: Partial<GivenLine> = {}) =>
  statement({ lines: [{ amount, day: '2026-11-20', id: randomUUID().slice(0, 8), ...more }] });

async function house(kind: string): Promise<number> {
  const { rows } = await florin.database.pool.query<{ posted: bigint }>(
    'select posted from books.house_balances where kind = $1 and asset = $2',
    [kind, 'EUR'],
  );
  return Number(rows[0]?.posted ?? 0n);
}
async function atBank(): Promise<number> {
  const { rows } = await florin.database.pool.query<{ balance: bigint }>('select balance from operator_accounts');
  return Number(rows[0]?.balance);
}
const wallet = async ({ client }: TestMember) => {
  const found = (await client.call(endpoints.listWallets)).find(({ currency }) => currency === 'EUR');
  return [found?.balance_exact, found?.held_exact];
};

type Withdrawal = { readonly member: TestMember; readonly id: string };

/** A member who has paid in 100 euros by transfer, and withdraws some of them to a bank account. */
async function withdrawal(amount: string, name = 'Inês Müller'): Promise<Withdrawal> {
  const member = await florin.signUp(name);
  const { client, user } = member;
  await line('100.00', { payer: name, text: await paymentReferenceOf(florin.database.pool, user.id) });
  const account = await client.call(endpoints.addBankAccount, { body: { currency: 'EUR', iban: theirs } });
  const body = { amount, currency: 'EUR', payment_method_id: account.id } as const;
  const { id } = await client.call(endpoints.withdraw, { body });
  return { member, id };
}

const desk = () => olu.client.call(endpoints.getPayoutDesk);
const make = async (...payouts: string[]): Promise<PaymentBatch> => {
  const body = { account: 'main-eur', scheme: 'sepa', payouts } as const;
  return (await olu.client.call(endpoints.makeBatch, { body })).batch;
};
const approve = async ({ id }: PaymentBatch, by = amara): Promise<PaymentBatch> =>
  (await by.client.call(endpoints.approveBatch, { params: { id } })).batch;
const status = async ({ member, id }: Withdrawal) =>
  (await member.client.call(endpoints.getTransaction, { params: { id } })).status;

/** The time at which the withdrawal was sent to the bank, as the member sees it. */
const sentStep = async ({ member, id }: Withdrawal) =>
  (await member.client.call(endpoints.getTransaction, { params: { id } })).timeline.find(
    ({ step }) => step === 'sent_to_bank',
  )?.at;

function fileOf({ number }: PaymentBatch) {
  const [file] = checkFile('batch.xml', [readFileSync(path.join(folder, 'outbox', `batch-${number}-main-eur.xml`))]);
  return file?.statements[0]?.lines ?? [];
}

/** A withdrawal in a batch that was approved and given to the bank. */
async function paidOut(amount: string) {
  const withdrawn = await withdrawal(amount);
  const batch = await approve(await make(withdrawn.id));
  await olu.client.call(endpoints.markBatchSent, { params: { id: batch.id } });
  const [payment] = fileOf(batch);
  return { ...withdrawn, batch, endToEnd: payment?.end_to_end_id ?? '' };
}

describe('a payment batch', () => {
  test('a payment batch is made by one operator, approved by another, and settled by the statement', async () => {
    const withdrawn = await withdrawal('40.00');
    expect((await desk()).ready).toMatchObject([
      { id: withdrawn.id, method: 'Bank account NL •••• 4300', amount_exact: '40.00' },
    ]);
    const batch = await make(withdrawn.id);
    expect(batch).toMatchObject({ state: 'proposed', count: 1, total_exact: '40.00', yours: true });
    expect((await desk()).ready).toEqual([]);
    const payments = (by: TestMember) => by.client.call(endpoints.listBatchPayments, { params: { id: batch.id } });
    const payment = { name: 'Inês Müller', email: withdrawn.member.user.email, method: 'Bank account NL •••• 4300' };
    expect(await payments(amara)).toMatchObject({
      payments: [{ ...payment, amount_exact: '40.00', state: 'batched' }],
    });
    await expect(payments(withdrawn.member)).rejects.toMatchObject({ status: 404 });
    await expect(approve(batch, olu)).rejects.toMatchObject({ body: { code: 'second_operator_required' } });
    expect(await approve(batch)).toMatchObject({ state: 'written', sha256: expect.stringMatching(/^[\da-f]{64}$/) });
    const [paid] = fileOf(batch);
    expect(paid).toMatchObject({
      amount: '-40.00',
      counterparty: 'Ines Muller',
      counterparty_account: theirs.replaceAll(' ', ''),
    });
    expect(await status(withdrawn)).toBe('pending');
    expect((await desk()).batches[0]).toMatchObject({ decided_at: expect.any(String), sent_by: null, sent_at: null });
    await olu.client.call(endpoints.markBatchSent, { params: { id: batch.id } });
    const given = { sent_by: olu.user.email, sent_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT/) };
    expect((await desk()).batches[0]).toMatchObject(given);
    expect(await sentStep(withdrawn)).toMatch(/^\d{4}-\d\d-\d\dT/);
    const clearing = await house('bank-clearing');
    await line('-40.00', { endToEnd: paid?.end_to_end_id ?? '' });
    expect(await sentStep(withdrawn)).toMatch(/^\d{4}-\d\d-\d\dT/);
    expect(await status(withdrawn)).toBe('completed');
    expect(await payments(olu)).toMatchObject({ payments: [{ ...payment, state: 'settled' }] });
    expect(await wallet(withdrawn.member)).toEqual(['60.00', '0.00']);
    expect(await house('bank-clearing')).toBe(clearing);
    expect((await desk()).batches[0]).toMatchObject({ state: 'sent', settled: 1 });
  });

  test('a payment batch is settled if the bank paid it before it was marked as given', async () => {
    const withdrawn = await withdrawal('40.00');
    const batch = await approve(await make(withdrawn.id));
    const clearing = await house('bank-clearing');
    await line('-40.00', { endToEnd: fileOf(batch)[0]?.end_to_end_id ?? '' });
    expect(await status(withdrawn)).toBe('completed');
    expect(await house('bank-clearing')).toBe(clearing);
    await olu.client.call(endpoints.markBatchSent, { params: { id: batch.id } });
    expect((await desk()).batches[0]).toMatchObject({ state: 'sent', settled: 1 });
  });

  test('a payment batch that several operators approve at the same moment is written once, and its file never changes', async () => {
    const batch = await make((await withdrawal('5.00')).id);
    await Promise.all([approve(batch), approve(batch), approve(batch)]);
    const before = readFileSync(path.join(folder, 'outbox', `batch-${batch.number}-main-eur.xml`));
    await approve(batch);
    const call = { method: 'GET', url: `/api/operations/payouts/batches/${batch.id}/file` } as const;
    const headers = { authorization: `Bearer ${olu.token}` };
    const { rawPayload } = await florin.app.http.inject({ ...call, headers });
    expect(rawPayload.equals(before)).toBe(true);
    expect(fileOf(batch)).toHaveLength(1);
  });

  test('a payment batch is written by another node if the first node stops after the approval', async () => {
    const batch = await make((await withdrawal('5.00')).id);
    await florin.database.pool.query(
      `update payment_batches set state = 'approved', decided_by = $2, decided_at = now() - interval '1 minute'
       where id = $1`,
      [batch.id, amara.user.id],
    );
    const dependencies = florin.app.dependencies;
    await Promise.all([writeApproved(dependencies), writeApproved(dependencies)]);
    expect((await desk()).batches[0]).toMatchObject({ state: 'written', count: 1 });
  });

  test('a payment batch leaves out withdrawals that were canceled or frozen before the approval', async () => {
    const [stays, canceled, frozen] = [await withdrawal('1.00'), await withdrawal('2.00'), await withdrawal('3.00')];
    const batch = await make(stays.id, canceled.id, frozen.id);
    await canceled.member.client.call(endpoints.cancelTransaction, { params: { id: canceled.id } });
    await florin.database.ownerPool.query('update users set disabled_at = now() where id = $1', [
      frozen.member.user.id,
    ]);
    expect(await approve(batch)).toMatchObject({ state: 'written', count: 1, total_exact: '1.00', dropped: 2 });
    await expect(
      stays.member.client.call(endpoints.cancelTransaction, { params: { id: stays.id } }),
    ).rejects.toMatchObject({ body: { code: 'not_cancellable' } });
  });

  test('withdrawals of a refused payment batch are in the list again', async () => {
    const withdrawn = await withdrawal('7.00');
    const batch = await make(withdrawn.id);
    await expect(make(withdrawn.id)).rejects.toMatchObject({ body: { code: 'payout_not_ready' } });
    await amara.client.call(endpoints.refuseBatch, { params: { id: batch.id }, body: { reason: 'Too early.' } });
    await expect(approve(batch)).rejects.toMatchObject({ body: { code: 'batch_not_open' } });
    expect((await desk()).ready.map(({ id }) => id)).toContain(withdrawn.id);
    expect((await approve(await make(withdrawn.id))).state).toBe('written');
  });

  test('an unknown payment batch is not found', async () => {
    const call = amara.client.call(endpoints.approveBatch, { params: { id: randomUUID() } });
    await expect(call).rejects.toMatchObject({ status: 404, body: { code: 'batch_not_found' } });
  });

  test('a payment batch is refused with the reason if the bank could not take it', async () => {
    const withdrawn = await withdrawal('8.00');
    await florin.database.ownerPool.query(`update users set name = '***' where id = $1`, [withdrawn.member.user.id]);
    await expect(make(withdrawn.id)).rejects.toMatchObject({ body: { code: 'batch_not_possible' } });
  });
});

describe('a payout', () => {
  test('a payout that the bank returns before the statement has its debit is returned once', async () => {
    const payout = await paidOut('40.00');
    const clearing = await house('bank-clearing');
    await line('40.00', { endToEnd: payout.endToEnd, returned: 'AC04' });
    expect(await status(payout)).toBe('returned');
    await line('-40.00', { endToEnd: payout.endToEnd });
    expect(await wallet(payout.member)).toEqual(['100.00', '0.00']);
    expect(await house('bank-clearing')).toBe(clearing);
  });

  test('a payout that is returned after it was settled is credited again with the reason', async () => {
    const payout = await paidOut('40.00');
    await line('-40.00', { endToEnd: payout.endToEnd });
    expect(await wallet(payout.member)).toEqual(['60.00', '0.00']);
    await line('40.00', { endToEnd: payout.endToEnd, returned: 'AC04' });
    expect(await wallet(payout.member)).toEqual(['100.00', '0.00']);
    const [newest] = await payout.member.client.call(endpoints.listTransactions, { query: {} });
    expect(newest).toMatchObject({ description: 'Withdrawal came back', reason: expect.stringContaining('closed') });
    const limits = await payout.member.client.call(endpoints.getLimits);
    expect(limits.day.left_exact).toBe(limits.day.limit_exact);
  });

  test('a payout that a status file rejects is returned with the reason', async () => {
    const payout = await paidOut('40.00');
    const transactions = [{ id: payout.endToEnd, status: 'RJCT', reason_code: 'AC01' }];
    const about = { id: 'S1', created: '2026-11-21T06:00:00Z', originalId: payout.batch.id.replaceAll('-', '') };
    const payments = [{ id: about.originalId, status: null, transactions }];
    const file = [...writePain002({ ...about, group: { status: 'PART' }, payments })].join('');
    expect(await upload('status.xml', file)).toMatchObject({ lines: 0, reported: 1, rejected: 1 });
    const { files } = await olu.client.call(endpoints.getBankDesk);
    expect(files[0]).toMatchObject({ format: 'pain.002', lines: 0, reported: 1 });
    expect(await status(payout)).toBe('returned');
    expect(await wallet(payout.member)).toEqual(['100.00', '0.00']);
  });

  test('a payout whose line has another amount waits for an operator', async () => {
    const payout = await paidOut('40.00');
    await line('-41.00', { endToEnd: payout.endToEnd });
    expect(await status(payout)).toBe('pending');
    await line('-40.00', { endToEnd: payout.endToEnd });
    expect(await status(payout)).toBe('completed');
  });
});

test.each([
  [{ currency: 'EUR', iban: 'NL91 ABNA 0417 1643 01' }, 'iban'],
  [{ currency: 'GBP', sort_code: '12-34', account_number: '12345678' }, 'sort_code'],
  [{ currency: 'USD', routing_number: '021000022', account_number: '1', account_type: 'checking' }, 'routing_number'],
] as const)('a bank account with a typing error is refused at its field: %j', async (body, field) => {
  const { client } = await florin.signUp();
  await expect(client.call(endpoints.addBankAccount, { body })).rejects.toMatchObject({
    body: { code: 'invalid_request', fields: { [field]: expect.any(String) } },
  });
});

test('a withdrawal to a bank account in another currency is refused', async () => {
  const ines = await florin.signUpWith('50.00');
  const account = await ines.client.call(endpoints.addBankAccount, { body: { currency: 'EUR', iban: theirs } });
  const body = { amount: '20.00', payment_method_id: account.id };
  await expect(ines.client.call(endpoints.withdraw, { body })).rejects.toMatchObject({
    body: { code: 'payment_method_not_usable', detail: 'This bank account is in EUR. Choose one in USD.' },
  });
});

test('a bank account named by its number cannot pay and is never the default', async () => {
  const { client } = await florin.signUpWith('50.00');
  const { id } = await client.call(endpoints.addBankAccount, { body: { currency: 'EUR', iban: theirs } });
  const refused = { body: { code: 'payment_method_not_usable' } };
  const pay = { payment_method_id: id };
  await expect(client.call(endpoints.addFunds, { body: { amount: '5.00', ...pay } })).rejects.toMatchObject(refused);
  const purchase = { crypto_symbol: 'BTC', amount_usd: '5.00', ...pay };
  await expect(client.call(endpoints.buyCoins, { body: purchase })).rejects.toMatchObject(refused);
  const makeDefault = { params: { id }, body: { is_default: true } } as const;
  await expect(client.call(endpoints.changePaymentMethod, makeDefault)).rejects.toMatchObject(refused);
});

test('the books equal the bank after all payout tests of this file', async () => {
  expect(await house('bank:main-eur')).toBe(-(await atBank()));
});

test('the outbox has no unfinished files', () => {
  expect(readdirSync(path.join(folder, 'outbox')).filter((name) => name.endsWith('.part'))).toEqual([]);
});
