import { endpoints } from '@florin/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { rowsRead, withoutAutovacuum } from '../../../test/rows-read.ts';
import { historyIn } from '../../../test/history-in.ts';
import { databaseOf } from '../../../test/member-in-ledger.ts';
import { createTestApp, type TestApp, type TestMember } from '../../../test/test-app.ts';
import { openIdentities, authenticator } from '../identity/index.ts';

let florin: TestApp;
let ines: TestMember;
const claimed = 60;
beforeAll(async () => {
  florin = await createTestApp();
  await withoutAutovacuum(florin.database.ownerPool, 'ledger.holds');
  ines = await florin.signUpWith('100.00');
  const send = (recipient_email: string) =>
    ines.client.call(endpoints.sendMoney, { body: { recipient_email, amount: '0.10' } });
  await Promise.all(Array.from({ length: claimed }, () => send('lea@florin.example')));
  await florin.confirm(await florin.signUp('Léa', 'lea@florin.example'));
  await send('nobody@florin.example');
  const { id } = await send('nobody@florin.example');
  await ines.client.call(endpoints.cancelTransaction, { params: { id } });
});
afterAll(async () => {
  await florin.expectCleanBooks();
  await florin.close();
});

test('a page of the history reads only the holds that it shows, not the posted holds', async () => {
  const all = await ines.client.call(endpoints.listTransactions, { query: { limit: 500 } });
  expect(all.filter(({ status, type }) => status === 'completed' && type === 'send')).toHaveLength(claimed);
  const member = await authenticator(openIdentities(florin.database.pool))(ines.token);
  const read = await rowsRead(databaseOf(florin, ines).ownerPool, 'ledger.holds', async (tx) => {
    const history = historyIn(tx, florin);
    const { items } = await history.page(member, { type: 'all', limit: 50, cursor: undefined });
    expect(items.map(({ status }) => status).slice(0, 3)).toEqual(['cancelled', 'pending', 'completed']);
  });
  expect(read).toBe(2);
});
