import { endpoints } from '@florin/contract';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { movingFeed } from '../../../test/moving-feed.ts';
import { refusedWith } from '../../../test/refused-with.ts';
import { createTestApp, type TestApp, type TestMember } from '../../../test/test-app.ts';

// The sandbox supplies coins worth five million dollars: 10 units of each coin here.
const market = movingFeed({ RARE: '500000.00', SOLD: '500000.00' });
let florin: TestApp;
beforeAll(async () => {
  florin = await createTestApp({}, { feed: market.feed });
});
afterEach(() => florin.expectCleanBooks());
afterAll(() => florin.close());

async function richMember(): Promise<TestMember> {
  const member = await florin.signUp();
  await florin.database.ownerPool.query(`update users set plan = 'business' where id = $1`, [member.user.id]);
  const card = await member.client.call(endpoints.addPaymentMethod, { body: { token: 'tok_visa' } });
  const deposit = { amount: '25000.00', payment_method_id: card.id };
  await Promise.all(Array.from({ length: 20 }, () => member.client.call(endpoints.addFunds, { body: deposit })));
  return member;
}

const buy = ({ client }: TestMember, crypto_symbol: string, amount_usd: string) =>
  client.call(endpoints.buyCoins, { body: { crypto_symbol, amount_usd, payment_method_id: 'usd_balance' } });

const units = async (kind: string, asset: string) => {
  const { rows } = await florin.database.ownerPool.query<{ posted: bigint }>(
    'select posted from books.house_balances where kind = $1 and asset = $2',
    [kind, asset],
  );
  return rows[0]?.posted;
};

test('sells members only coins that the owners supplied', async () => {
  const ines = await richMember();
  await buy(ines, 'RARE', '1000.00');
  expect(await units('capital', 'RARE')).toBe(-10_00000000n);
  market.set('RARE', '40000.00');
  await buy(ines, 'RARE', '390000.00'); // 9.75 of the 9.998 that are left
  await expect(buy(ines, 'RARE', '20000.00')).rejects.toMatchObject(
    refusedWith('not_in_stock', {
      detail: 'Florin has only 0.24800000 RARE left to sell right now. Buy less, or try again later.',
    }),
  );
  await buy(ines, 'RARE', '9920.00');
  expect(await units('inventory', 'RARE')).toBe(0n);
  await expect(buy(ines, 'RARE', '10.00')).rejects.toMatchObject(
    refusedWith('not_in_stock', { detail: 'Florin has no RARE left to sell right now. Try again later.' }),
  );
});

test('sells returned and newly supplied coins again', async () => {
  const ines = await richMember();
  await buy(ines, 'SOLD', '1000.00');
  market.set('SOLD', '40000.00');
  const rest = { crypto_symbol: 'SOLD', amount_usd: '399920.00', payment_method_id: 'usd_balance' };
  await ines.client.call(endpoints.buyCoins, { body: rest });
  await expect(buy(ines, 'SOLD', '400.00')).rejects.toMatchObject(refusedWith('not_in_stock'));
  await ines.client.call(endpoints.sellCoins, { body: { crypto_symbol: 'SOLD', amount_crypto: '0.01' } });
  await buy(ines, 'SOLD', '400.00');
  await expect(buy(ines, 'SOLD', '400.00')).rejects.toMatchObject(refusedWith('not_in_stock'));
  for (const _ of ['once', 'again'])
    await florin.app.dependencies.house.supply('a test', { asset: 'SOLD', units: 1_000_000n });
  await buy(ines, 'SOLD', '400.00');
  await expect(buy(ines, 'SOLD', '400.00')).rejects.toMatchObject(refusedWith('not_in_stock'));
});
