import { endpoints } from '@florin/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { liveALittle } from '../../../test/live-a-little.ts';
import { Refusal } from '../../platform/refusal.ts';
import { createTestApp, type TestApp, type TestMember } from '../../../test/test-app.ts';

let florin: TestApp;
beforeAll(async () => {
  florin = await createTestApp();
});
afterAll(async () => {
  await florin.expectCleanBooks();
  await florin.close();
});

const wallets = ({ client }: TestMember) => client.call(endpoints.listWallets);

describe('the list of wallets', () => {
  test('gives a new member three empty wallets', async () => {
    expect(await wallets(await florin.signUp())).toEqual(
      ['USD', 'EUR', 'GBP'].map((currency) => ({
        currency,
        balance: 0,
        balance_exact: '0.00',
        held: 0,
        held_exact: '0.00',
        available: 0,
        available_exact: '0.00',
      })),
    );
  });

  test('the list of wallets shows the same balances as the account', async () => {
    for (const member of await liveALittle(florin)) {
      const { balances } = await member.client.call(endpoints.me);
      const shown = (await wallets(member)).map(({ available_exact, available, held_exact, balance_exact }) => {
        expect(available).toBe(Number(available_exact));
        expect((Number(available_exact) + Number(held_exact)).toFixed(2)).toBe(balance_exact);
        return available_exact;
      });
      expect(shown).toEqual([balances.usd_exact, balances.eur_exact, balances.gbp_exact]);
    }
  });

  test('shows a large balance exactly, although a float would round it', async () => {
    const ines = await florin.signUp();
    const wallet = await florin.app.dependencies.ledger.walletId(ines.user.id, 'USD');
    const house = await florin.app.dependencies.ledger.houseId('card-clearing', 'USD');
    const units = 9_007_199_254_740_993_01n;
    await florin.app.dependencies.ledger.post(
      {
        key: crypto.randomUUID(),
        requestHash: 0n,
        actor: ines.user.id,
        kind: 'deposit',
        metadata: {},
        postings: [
          { account: house, units: -units },
          { account: wallet, units },
        ],
      },
      { insufficient: () => new Refusal('insufficient_balance', 'A deposit takes from no wallet.') },
    );
    const { body } = await florin.app.http.inject({
      url: '/api/wallets',
      headers: { authorization: `Bearer ${ines.token}` },
    });
    expect(body).toContain('"balance":9007199254740993.01,"balance_exact":"9007199254740993.01"');
  });
});
