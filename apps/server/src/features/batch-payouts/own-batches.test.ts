import { endpoints } from '@florin/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { makeKey } from '../../../test/api-keys.ts';
import {
  csvOf,
  readBatch,
  readRows,
  resultsOf,
  runAll,
  startBatch,
  uploadCsv,
  type Payment,
} from '../../../test/batch-payouts.ts';
import { refusedWith } from '../../../test/refused-with.ts';
import { createTestApp, type TestApp, type TestMember } from '../../../test/test-app.ts';
import { aWhileLater, turnOnTwoFactor } from '../../../test/two-factor.ts';

let florin: TestApp;
let ines: TestMember;
let hana: TestMember;
beforeAll(async () => {
  florin = await createTestApp();
});
beforeEach(async () => {
  [ines, hana] = [await florin.signUpWith('900.00', 'Ines'), await florin.signUp('Hana')];
});
afterAll(async () => {
  await florin.expectCleanBooks();
  await florin.close();
});

const upload = (payments: readonly Payment[]) => uploadCsv(florin, ines, csvOf(payments));
const iban = 'NL91ABNA0417164300';

describe('an uploaded file', () => {
  test('an uploaded file shows each error with row, column and cell, and is validated at each upload', async () => {
    const content = [
      'recipient,amount,currency,reference',
      'not an address,1.00,USD,A',
      `${hana.user.email},"1,000",USD,B`,
      `${hana.user.email},5.00,CHF,B`,
      `${ines.user.email},5.00,USD,C`,
      iban + ',5.00,EUR,D',
      'lea@,1.00,USD,E',
    ].join('\n');
    const { batch } = await uploadCsv(florin, ines, content);
    expect(batch).toMatchObject({ state: 'invalid', can_start: false, can_remove: true, error_count: 7 });
    expect(batch.errors.map(({ row, column, value }) => [row, column, value])).toEqual([
      [2, 'recipient', 'not an address'],
      [3, 'amount', '1,000'],
      [4, 'currency', 'CHF'],
      [4, 'reference', 'B'],
      [5, 'recipient', ines.user.email],
      [6, 'recipient', iban],
      [7, 'recipient', 'lea@'],
    ]);
    expect(batch.errors[0]?.message).toContain('your own saved bank accounts only');
    await expect(startBatch(ines.client, batch.id)).rejects.toMatchObject(refusedWith('batch_payout_not_ready'));
    await ines.client.call(endpoints.addBankAccount, { body: { currency: 'EUR', iban } });
    const again = await uploadCsv(florin, ines, content);
    expect(again).toMatchObject({ known: true, batch: { id: batch.id, error_count: 6 } });
  });

  test('rejects a cell that is too long, even if its beginning is a valid payment', async () => {
    await ines.client.call(endpoints.addBankAccount, { body: { currency: 'EUR', iban } });
    const rest = `${' '.repeat(600)}999`;
    const { batch } = await upload([
      [hana.user.email, `1.00${rest}`],
      [`${iban}${rest}`, '1.00', 'EUR'],
    ]);
    expect(batch.errors.map(({ row, column }) => [row, column])).toEqual([
      [2, 'amount'],
      [3, 'recipient'],
    ]);
  });

  test('a file gets a warning about equal payments without references, and counts more errors than it shows', async () => {
    const twice = await upload([
      [hana.user.email, '5.00'],
      [hana.user.email, '5.00'],
    ]);
    expect(twice.batch).toMatchObject({
      state: 'ready',
      warning_count: 1,
      warnings: [{ row: 3, column: 'recipient' }],
    });
    const many = await upload(Array.from({ length: 150 }, () => ['?', '5.00'] as const));
    expect([many.batch.errors.length, many.batch.error_count]).toEqual([100, 150]);
  });

  test('an unreadable file is refused, and a removed file can be uploaded again', async () => {
    await expect(uploadCsv(florin, ines, 'name,sum\nHana,5\n')).rejects.toMatchObject(
      refusedWith('batch_file_refused'),
    );
    const first = await upload([[hana.user.email, '5.00']]);
    await ines.client.call(endpoints.removeBatchPayout, { params: { id: first.batch.id } });
    expect(await upload([[hana.user.email, '5.00']])).toMatchObject({ known: false });
  });

  test('lists the rows of a batch in pages, and filters them by state', async () => {
    const { batch } = await upload(
      Array.from({ length: 5 }, (_, row) => [hana.user.email, '1.00', 'USD', `${row}`] as const),
    );
    const params = { id: batch.id };
    const first = await ines.client.page(endpoints.listBatchRows, { params, query: { limit: 2 } });
    expect([first.items.map(({ row }) => row), first.total]).toEqual([[2, 3], 5]);
    const rest = await ines.client.page(endpoints.listBatchRows, {
      params,
      query: { limit: 3, cursor: first.next ?? '' },
    });
    expect(rest.items.map(({ row }) => row)).toEqual([4, 5, 6]);
    expect(await ines.client.call(endpoints.listBatchRows, { params, query: { state: 'failed' } })).toEqual([]);
  });

  test('a file that contains a card number is refused and not stored', async () => {
    const content = csvOf([[hana.user.email, '5.00', 'USD', 'A', 'my card 4242 4242 4242 4242']]);
    await expect(uploadCsv(florin, ines, content)).rejects.toMatchObject(
      refusedWith('batch_file_refused', { detail: expect.stringContaining('Row 2: This looks like a card number') }),
    );
    expect(await ines.client.call(endpoints.listBatchPayouts, { query: {} })).toEqual([]);
  });

  test('an uploaded file is shown without characters that hide or reverse text', async () => {
    const { batch } = await upload([[`${hana.user.email}`, '5.00', 'USD', 'A\u202eB', 'x\u200b\u202ey']]);
    expect((await readRows(ines.client, batch.id))[0]).toMatchObject({ reference: 'AB', note: 'xy' });
  });

  test('the results of a batch escape the formulas of its file', async () => {
    const { batch } = await uploadCsv(florin, ines, 'email,amount,currency,note\n=cmd(),1.00,USD,+1\n');
    expect(await resultsOf(ines.client, batch.id)).toMatchObject([
      { recipient: "'=cmd()", note: "'+1", state: 'invalid' },
    ]);
  });
});

describe('the start', () => {
  test('the start of a batch needs the money for all rows with fees, and must fit into the limits', async () => {
    const tooMuch = await upload([
      [hana.user.email, '450.00', 'USD', 'A'],
      [hana.user.email, '450.00', 'USD', 'B'],
    ]);
    await expect(startBatch(ines.client, tooMuch.batch.id)).rejects.toMatchObject(
      refusedWith('insufficient_balance', {
        detail: expect.stringContaining('$918.00 with fees, and $900.00 is available'),
      }),
    );
    await florin.database.ownerPool.query('update users set kyc_level = 0 where id = $1', [ines.user.id]);
    const tooFast = await upload([
      [hana.user.email, '300.00'],
      [hana.user.email, '300.01'],
    ]);
    await expect(startBatch(ines.client, tooFast.batch.id)).rejects.toMatchObject(refusedWith('limit_exceeded'));
  });

  test('the start of a batch needs the second factor of a member who has one', async () => {
    await turnOnTwoFactor(ines);
    await aWhileLater(florin, ines);
    const { batch } = await upload([[hana.user.email, '5.00']]);
    await expect(startBatch(ines.client, batch.id)).rejects.toMatchObject(refusedWith('second_factor_required'));
  });

  test("a batch pays the member's own bank accounts, found by number or by ending, after the password", async () => {
    await ines.client.call(endpoints.addPaymentMethod, { body: { token: 'tok_bank' } });
    const [method] = (await ines.client.call(endpoints.listPaymentMethods)).filter(({ type }) => type === 'bank');
    const ending = method?.account_number ?? '';
    const { batch } = await upload([
      [ending, '20.00'],
      [hana.user.email, '5.00'],
    ]);
    expect(batch.totals).toMatchObject([{ count: 2, fees_exact: '0.10' }]);
    await aWhileLater(florin, ines);
    await expect(startBatch(ines.client, batch.id)).rejects.toMatchObject(refusedWith('password_required'));
    await ines.client.call(endpoints.stepUp, { body: { password: ines.password } });
    await startBatch(ines.client, batch.id);
    await runAll(florin);
    const [row] = await readRows(ines.client, batch.id);
    expect(row).toMatchObject({
      kind: 'withdrawal',
      recipient: method?.label,
      state: 'paid',
      message: 'Waits for the bank.',
    });
    const params = { id: row?.transaction_id ?? '' };
    expect(await ines.client.call(endpoints.getTransaction, { params })).toMatchObject({
      type: 'withdrawal',
      status: 'pending',
    });
  });
});

describe('an API key', () => {
  test('an API key uploads and starts batches within its caps, and cannot pay bank accounts', async () => {
    const { client, secret, key } = await makeKey(florin, ines.client, { caps: { payment: '10', day: '15' } });
    const byKey = (payments: readonly Payment[]) => uploadCsv(florin, { token: secret }, csvOf(payments));
    const large = await byKey([[hana.user.email, '10.01']]);
    await expect(startBatch(client, large.batch.id)).rejects.toMatchObject(refusedWith('key_limit_exceeded'));
    await ines.client.call(endpoints.addPaymentMethod, { body: { token: 'tok_bank' } });
    const [bank] = (await ines.client.call(endpoints.listPaymentMethods)).filter(({ type }) => type === 'bank');
    const toBank = await byKey([[bank?.account_number ?? '', '5.00']]);
    await expect(startBatch(client, toBank.batch.id)).rejects.toMatchObject(refusedWith('not_for_keys'));
    const two = await byKey([
      [hana.user.email, '9.00', 'USD', 'A'],
      [hana.user.email, '9.00', 'USD', 'B'],
    ]);
    await startBatch(client, two.batch.id);
    await runAll(florin);
    const by = { id: ines.user.id };
    const started = { started_by: by, by_key: { id: key.id, name: 'Payroll' } };
    const uploaded = { uploaded_by: by, uploaded_by_key: { id: key.id, name: 'Payroll' } };
    expect(await readBatch(client, two.batch.id)).toMatchObject({
      counts: { paid: 1, failed: 1 },
      ...uploaded,
      ...started,
    });
    const again = await uploadCsv(florin, ines, csvOf([[hana.user.email, '10.01']]));
    expect(again.message).toBe('API key Payroll, made by Ines, uploaded this file before. It has not been paid.');
    const next = await byKey([[hana.user.email, '1.00']]);
    await startBatch(client, next.batch.id);
    await ines.client.call(endpoints.revokeKey, { params: { id: key.id } });
    await runAll(florin);
    expect(await readBatch(ines.client, next.batch.id)).toMatchObject({
      state: 'stopped',
      reason: 'The API key that started it no longer works.',
    });
  });
});

describe('a closed account', () => {
  test('an account cannot be closed while its batch runs, and a closed account leaves no batches', async () => {
    const ending = await florin.confirm(await florin.signUp('Lea'));
    const close = () => ending.client.call(endpoints.closeAccount, { body: { current_password: ending.password } });
    await ines.client.call(endpoints.sendMoney, { body: { recipient_email: ending.user.email, amount: '10.20' } });
    const { batch } = await uploadCsv(florin, ending, csvOf([[hana.user.email, '10.00']]));
    await startBatch(ending.client, batch.id);
    await expect(close()).rejects.toMatchObject(refusedWith('account_not_empty'));
    await runAll(florin);
    await close();
    const { rowCount } = await florin.database.ownerPool.query('select from batch_payouts where owner_id = $1', [
      ending.user.id,
    ]);
    expect(rowCount).toBe(0);
  });

  test('the data export contains batch payouts with their rows', async () => {
    await upload([[hana.user.email, '5.00']]);
    const answer = await florin.app.http.inject({
      method: 'GET',
      url: `/api${endpoints.exportMyData.path}`,
      headers: { authorization: `Bearer ${ines.token}` },
    });
    expect(answer.json()).toMatchObject({
      batch_payouts: [{ file_name: 'march.csv', rows: [{ recipient: hana.user.email, amount_exact: '5.00' }] }],
    });
  });
});
