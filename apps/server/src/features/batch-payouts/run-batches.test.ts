import { endpoints } from '@florin/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { csvOf, readBatch, readRows, resultsOf, runAll, startBatch, uploadCsv } from '../../../test/batch-payouts.ts';
import { createTestApp, type TestApp, type TestMember } from '../../../test/test-app.ts';

let florin: TestApp;
let ines: TestMember;
let hana: TestMember;
beforeAll(async () => {
  florin = await createTestApp();
});
beforeEach(async () => {
  ines = await florin.signUpWith('1000.00', 'Ines');
  hana = await florin.confirm(await florin.signUp('Hana'));
});
afterAll(async () => {
  await florin.expectCleanBooks();
  await florin.close();
});

const usd = async ({ client }: TestMember) =>
  (await client.call(endpoints.listWallets)).find(({ currency }) => currency === 'USD')?.available_exact;

describe('a started batch payout', () => {
  test('a batch payout pays each row once, even if its job runs again, and reports each result', async () => {
    const { batch } = await uploadCsv(
      florin,
      ines,
      csvOf([
        [hana.user.email, '100.00', 'USD', 'A-1', 'March'],
        ['new@florin.example', '50.00'],
      ]),
    );
    expect(batch).toMatchObject({ state: 'ready', counts: { all: 2, ready: 2 }, can_start: true, error_count: 0 });
    expect(batch.totals).toMatchObject([
      { currency: 'USD', count: 2, sum_exact: '150.00', fees_exact: '3.00', total_exact: '153.00' },
    ]);
    expect(await startBatch(ines.client, batch.id)).toMatchObject({ state: 'running' });
    await runAll(florin);
    await runAll(florin);
    expect(await readBatch(ines.client, batch.id)).toMatchObject({
      state: 'finished',
      counts: { paid: 2 },
      can_retry: false,
    });
    expect([await usd(ines), await usd(hana)]).toEqual(['847.00', '100.00']);
    const [first, second] = await readRows(ines.client, batch.id);
    expect(first).toMatchObject({ row: 2, state: 'paid', message: null, fee_exact: '2.00' });
    expect(second).toMatchObject({ row: 3, state: 'paid', message: expect.stringContaining('new@florin.example') });
    const line = await ines.client.call(endpoints.getTransaction, { params: { id: first?.transaction_id ?? '' } });
    expect(line).toMatchObject({ type: 'send', note: 'March', to: hana.user.email });
    expect(await resultsOf(ines.client, batch.id)).toMatchObject([
      { row: '2', recipient: hana.user.email, amount: '100.00', fee: '2.00', reference: 'A-1', state: 'paid' },
      { row: '3', state: 'paid', currency: 'USD' },
    ]);
  });

  test('a batch payout continues after a failed row, and the row can be retried', async () => {
    const former = hana.user.email;
    const { batch } = await uploadCsv(
      florin,
      ines,
      csvOf([
        [former, '700.00'],
        ['a@florin.example', '100.00'],
      ]),
    );
    await startBatch(ines.client, batch.id);
    await ines.client.call(endpoints.sendMoney, { body: { recipient_email: hana.user.email, amount: '400.00' } });
    await runAll(florin);
    expect(await readBatch(ines.client, batch.id)).toMatchObject({
      state: 'finished',
      counts: { paid: 1, failed: 1 },
      can_retry: true,
    });
    const rows = await readRows(ines.client, batch.id);
    expect(rows.map(({ state }) => state)).toEqual(['failed', 'paid']);
    expect(rows[0]?.message).toMatch(/Insufficient balance|over your limit/);
  });

  test('a batch payout finds rows that were paid before a crash, even a row that would be refused now', async () => {
    const { batch } = await uploadCsv(florin, ines, csvOf([[hana.user.email, '10.00']]));
    await startBatch(ines.client, batch.id);
    await runAll(florin);
    const [paid] = await readRows(ines.client, batch.id);
    const forget = async () => {
      await florin.database.ownerPool.query(
        `update batch_payout_rows set state = 'ready', due = true, paid_at = null, transaction_id = null where batch_id = $1`,
        [batch.id],
      );
      await florin.database.ownerPool.query(`update batch_payouts set state = 'running' where id = $1`, [batch.id]);
    };
    await forget();
    await runAll(florin);
    expect(await readRows(ines.client, batch.id)).toEqual([paid]);
    // The address moves to the payer, who cannot pay to their own address.
    await florin.database.ownerPool.query(`update users set email = 'moved-' || email where id = $1`, [hana.user.id]);
    await florin.database.ownerPool.query('insert into former_addresses (email, user_id) values ($1, $2)', [
      hana.user.email,
      ines.user.id,
    ]);
    await forget();
    await runAll(florin);
    expect(await readRows(ines.client, batch.id)).toMatchObject([{ state: 'paid', message: null }]);
    expect(await usd(ines)).toBe('989.80');
  });
});
