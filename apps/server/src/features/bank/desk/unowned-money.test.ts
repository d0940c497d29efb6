import { endpoints } from '@florin/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openCardOffice, type CardOffice } from '../../../../test/card-office.ts';
import { dispute, endDispute } from '../../../../test/stripe-double/happenings.ts';
import type { TestMember } from '../../../../test/test-app.ts';
import { setRole } from '../../identity/operators/change-user.ts';
import { findUnownedMoney } from './find-unowned-money.ts';

let office: CardOffice;
let ines: TestMember;
let olu: TestMember;
beforeAll(async () => {
  office = await openCardOffice();
  [ines, olu] = [await office.florin.signUp('Ines'), await office.florin.signUp('Olu')];
  await setRole(office.florin.database.pool, olu.user.id, 'operator', { operator: 'command line' });
});
afterAll(() => office.close());

const owner = (sql: string) => office.florin.database.ownerPool.query(sql);
const find = () => findUnownedMoney(office.florin.database.pool);
const listed = async () => {
  const { without_line: items, without_line_total: total } = await olu.client.call(endpoints.getBankDesk);
  return { items, total };
};

test('operators see a won dispute of a closed account once', async () => {
  const intent = await office.addByCard(ines, '100.00');
  const id = dispute(office.stripe.account, intent);
  await office.deliverAll();
  await ines.client.call(endpoints.closeAccount, { body: { current_password: ines.password } });
  endDispute(office.stripe.account, id, 'won');
  await office.deliverAll();
  await Promise.all([find(), find()]);
  const member = { id: ines.user.id };
  const item = { source: 'card', amount_exact: '100.00', currency: 'USD', member };
  expect(await listed()).toMatchObject({ items: [item], total: 1 });
  expect(await olu.client.call(endpoints.getOverview)).toMatchObject({ unallocated: 1 });
  await office.expectCleanBooks();
});

test('operators see the newest 200 amounts, and how many there are', async () => {
  await owner(`insert into unowned_money select -n, now() - interval '1 day', 'EUR', n from generate_series(1, 250) n`);
  const { items, total } = await listed();
  expect([items.length, total]).toEqual([200, 251]);
  expect(items[0]).toMatchObject({ amount_exact: '100.00', currency: 'USD' });
});

test('each posting is read once, so a run reads only new postings', async () => {
  await owner('delete from unowned_money');
  await find();
  expect(await listed()).toEqual({ items: [], total: 0 });
});
