import { endpoints } from '@florin/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../../../test/test-app.ts';
import { wholeScans } from '../../../test/whole-scans.ts';
import { heldPrice } from './held-prices.ts';

let florin: TestApp;
beforeAll(async () => {
  florin = await createTestApp();
});
afterAll(() => florin.close());

const order = { kind: 'exchange', from: 'USD', to: 'EUR', amount: '5.00' } as const;
const anything = (details: unknown) => details;

test('finds a held price without a full table scan', async () => {
  const { client, user } = await florin.signUp();
  const { id, kind } = await client.call(endpoints.createQuote, { body: order });
  const find = wholeScans(florin.database.ownerPool, 'quotes', (tx) => heldPrice(tx, user, { id, kind }, anything));
  expect(await find).toBe(0);
});

test.each(['none', '', '1', '{}', '00000000-0000-4000-8000-000000000000'])(
  'rejects the unknown quote id %j',
  async (id) => {
    const { user } = await florin.signUp();
    const found = heldPrice(florin.database.pool, user, { id, kind: 'exchange' }, anything);
    await expect(found).rejects.toMatchObject({ code: 'quote_not_found' });
  },
);
