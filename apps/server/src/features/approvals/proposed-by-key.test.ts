import { endpoints } from '@florin/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeKey } from '../../../test/api-keys.ts';
import { openBakery, type Bakery } from '../../../test/bakery.ts';
import { csvOf, startBatch, uploadCsv } from '../../../test/batch-payouts.ts';
import { createTestApp, type TestApp } from '../../../test/test-app.ts';

let florin: TestApp;
let { ines, shop, owner, payer, approver } = {} as Bakery;
beforeAll(async () => {
  florin = await createTestApp();
  ({ ines, shop, owner, payer, approver } = await openBakery(florin));
});
afterAll(async () => {
  await florin.expectCleanBooks();
  await florin.close();
});

test('a proposal names the API key that made it, even after the key was revoked', async () => {
  const { client, secret, key } = await makeKey(florin, owner);
  const body = { recipient_email: shop.user.email, amount: '2000.00' };
  await client.call(endpoints.sendMoney, { body });
  const { batch } = await uploadCsv(florin, { token: secret }, csvOf([[shop.user.email, '1500.00']]));
  await startBatch(client, batch.id);
  await payer.call(endpoints.sendMoney, { body });
  await owner.call(endpoints.revokeKey, { params: { id: key.id } });
  const proposals = await approver.call(endpoints.listApprovals, { query: {} });
  const byKey = { proposed_by: { id: ines.user.id }, by_key: { id: key.id, name: 'Payroll' } };
  expect(proposals).toMatchObject([
    { kind: 'payment', ...byKey },
    { kind: 'batch', ...byKey },
    { kind: 'payment', by_key: null },
  ]);
});
