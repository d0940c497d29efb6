import { randomUUID } from 'node:crypto';
import { endpoints, type Client, type PaymentRequest } from '@florin/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { askForMoney } from '../../../test/ask-for-money.ts';
import { openBakery, type Bakery } from '../../../test/bakery.ts';
import { refusedWith } from '../../../test/refused-with.ts';
import { createTestApp, type TestApp } from '../../../test/test-app.ts';

let florin: TestApp;
let bakery: Bakery;
let link: PaymentRequest;
beforeAll(async () => {
  florin = await createTestApp();
});
beforeEach(async () => {
  bakery = await openBakery(florin);
  link = await askForMoney(bakery.shop, undefined, '2000.00');
});
afterAll(async () => {
  await florin.expectCleanBooks();
  await florin.close();
});

const payLink = (client: Client, idempotencyKey: string = randomUUID()) =>
  client.call(endpoints.payRequest, { params: { id: link.id } }, { idempotencyKey });
const waiting = ({ approver }: Bakery) => approver.call(endpoints.listApprovals, { query: {} });
const approve = ({ approver }: Bakery, id = '') =>
  approver.call(endpoints.approve, { params: { id }, body: { password: 'correct horse battery' } });
const dollars = async ({ owner }: Bakery) => (await owner.call(endpoints.me)).balances.usd_exact;
const state = async () =>
  (await bakery.shop.client.call(endpoints.getPaymentRequest, { params: { id: link.id } })).state;

describe('a payment of a request that was refused', () => {
  let key: string;
  let first: Awaited<ReturnType<typeof payLink>>;
  beforeEach(async () => {
    key = randomUUID();
    first = await payLink(bakery.payer, key);
    const [proposed] = await waiting(bakery);
    await bakery.approver.call(endpoints.refuse, { params: { id: proposed?.id ?? '' }, body: {} });
  });

  test('a refused payment of a request can be proposed again and approved', async () => {
    expect(await payLink(bakery.payer)).toMatchObject({ status: 'pending', amount_exact: '-2040.00' });
    const [again] = await waiting(bakery);
    expect(await approve(bakery, again?.id)).toMatchObject({ state: 'approved' });
    expect([await state(), await dollars(bakery)]).toEqual(['paid', '17960.00']);
  });

  test('a refused payment of a request is not proposed again by a repeat with its key', async () => {
    expect(await payLink(bakery.payer, key)).toMatchObject({ id: first.id, status: 'cancelled' });
    expect(await waiting(bakery)).toEqual([]);
  });
});

test('a payment request is proposed only once while its payment waits, with any key', async () => {
  const first = await payLink(bakery.payer);
  expect(await payLink(bakery.payer)).toEqual(first);
  expect((await payLink(bakery.owner)).id).toBe(first.id);
  expect(await waiting(bakery)).toHaveLength(1);
  expect(await dollars(bakery)).toBe('17960.00');
  await approve(bakery, (await waiting(bakery))[0]?.id);
  expect(await payLink(bakery.owner)).toMatchObject({ status: 'completed', amount_exact: '-2040.00' });
  expect(await dollars(bakery)).toBe('17960.00');
});

test('two businesses can propose to pay one link; the first approved payment pays it', async () => {
  const other = await openBakery(florin);
  await payLink(bakery.payer);
  await payLink(other.payer);
  const [ours] = await waiting(bakery);
  const [theirs] = await waiting(other);
  expect(await approve(other, theirs?.id)).toMatchObject({ state: 'approved' });
  expect(await approve(bakery, ours?.id)).toMatchObject({ state: 'failed' });
  expect([await dollars(other), await dollars(bakery)]).toEqual(['17960.00', '20000.00']);
  await expect(payLink(bakery.payer)).rejects.toMatchObject(refusedWith('request_not_open'));
});
