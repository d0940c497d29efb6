import { randomUUID } from 'node:crypto';
import { endpoints } from '@florin/contract';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { movingFeed } from '../../../test/moving-feed.ts';
import { refusedWith } from '../../../test/refused-with.ts';
import { approve } from '../../../test/second-operator.ts';
import { createTestApp, type TestApp, type TestMember } from '../../../test/test-app.ts';
import { setRole } from '../identity/index.ts';

// The sandbox supplies coins worth five million dollars: 10 units of this coin.
const market = movingFeed({ RARE: '500000.00', OTHER: '1.00' });
let florin: TestApp;
let olu: TestMember;
let amara: TestMember;
let ines: TestMember;
beforeAll(async () => {
  florin = await createTestApp({}, { feed: market.feed });
  [olu, amara] = [await florin.signUp('Olu Adeyemi'), await florin.signUp('Amara Nwosu')];
  ines = await florin.signUpWith('500.00', 'Ines Almeida');
  for (const { user } of [olu, amara])
    await setRole(florin.database.pool, user.id, 'operator', { operator: 'command line' });
});
afterEach(() => florin.expectCleanBooks());
afterAll(() => florin.close());

const supply = (amount: string | number, { client } = olu, idempotencyKey: string = randomUUID(), symbol = 'RARE') =>
  client.call(
    endpoints.supplyCoins,
    { params: { symbol }, body: { amount, reason: 'Bought at the exchange' } },
    { idempotencyKey },
  );
const positions = () => olu.client.call(endpoints.listHousePositions);
const acts = async () =>
  (await olu.client.call(endpoints.listOperatorActs, { query: {} })).filter(({ did }) => /suppl/.test(did));
const buy = (amount_usd: string) =>
  ines.client.call(endpoints.buyCoins, {
    body: { crypto_symbol: 'RARE', amount_usd, payment_method_id: 'usd_balance' },
  });

test('reports a stock floor of a tenth of the supply', async () => {
  await buy('250.00');
  expect(await positions()).toMatchObject([
    { symbol: 'RARE', inventory_exact: '9.99950000', floor_exact: '1.00000000' },
  ]);
});

// Rules: identity-9
test('supplies coins after two operators agree and names both in the audit trail', async () => {
  await florin.app.dependencies.house.stockDraw('RARE', 1n); // fills the cache
  const { id, ...proposal } = await supply('2.5');
  expect(proposal).toMatchObject({
    kind: 'supply_coins',
    state: 'proposed',
    asset: 'RARE',
    amount_exact: '2.50000000',
    worth_exact: '1250000.00',
    yours: true,
  });
  expect(await positions()).toMatchObject([{ inventory_exact: '9.99950000' }]);
  expect(await approve(amara, id)).toMatchObject({ state: 'approved', decided_by: amara.user.email });
  expect(await positions()).toMatchObject([
    { symbol: 'RARE', inventory_exact: '12.49950000', floor_exact: '1.25000000', value_exact: '6249750.00' },
  ]);
  expect(await florin.app.dependencies.house.stockDraw('RARE', 1n)).toMatchObject({ limit: 12_50000000n });
  const on = '2.50000000 RARE';
  expect(await acts()).toEqual([
    expect.objectContaining({ who: amara.user.email, did: 'Approved and supplied coins', on, ip: '127.0.0.1' }),
    expect.objectContaining({ who: olu.user.email, did: 'Proposed to supply coins', on, ip: '127.0.0.1' }),
  ]);
});

test('creates one proposal per key under concurrency and rejects other coins under the key', async () => {
  const key = randomUUID();
  const before = (await acts()).length;
  const answers = await Promise.all([1, 2, 3, 4].map(() => supply('1', olu, key)));
  const [id = '', ...others] = new Set(answers.map((answer) => answer.id));
  expect(others).toEqual([]);
  await expect(supply('2', olu, key)).rejects.toMatchObject(refusedWith('idempotency_key_reused'));
  await expect(supply('1', olu, key, 'OTHER')).rejects.toMatchObject(refusedWith('idempotency_key_reused'));
  expect(await acts()).toHaveLength(before + 1);
  await Promise.all([1, 2, 3, 4].map(() => approve(amara, id)));
  expect(await positions()).toMatchObject([{ inventory_exact: '13.49950000' }]);
});

test('rejects an invalid supply without an audit entry', async () => {
  const before = await acts();
  for (const amount of ['0', '-1', '1e3', '0.123456789', 0])
    await expect(supply(amount)).rejects.toMatchObject(
      refusedWith('invalid_amount', { fields: { amount: expect.any(String) } }),
    );
  await expect(supply('1', olu, randomUUID(), 'NOPE')).rejects.toMatchObject(refusedWith('coin_not_found'));
  await expect(supply('1', olu, randomUUID(), 'USD')).rejects.toMatchObject(refusedWith('coin_not_found'));
  await expect(supply('1', ines)).rejects.toMatchObject(refusedWith('not_found'));
  expect(await acts()).toEqual(before);
  expect(await positions()).toMatchObject([{ inventory_exact: '13.49950000' }]);
});
