import { endpoints, type PaymentRequest } from '@florin/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { askForMoney, decline, letTimePass, pay } from '../../../test/ask-for-money.ts';
import { refusedWith } from '../../../test/refused-with.ts';
import { asManyAsAServer, createTestApp, type TestApp, type TestMember } from '../../../test/test-app.ts';
import { aWhileLater, carefulMember, type Authenticator } from '../../../test/two-factor.ts';

let florin: TestApp;
let hana: TestMember;
let ines: TestMember;
let app: Authenticator;
beforeAll(async () => {
  florin = await createTestApp({}, {}, asManyAsAServer);
});
/** Hana requests money from Ines. */
beforeEach(async () => {
  hana = await florin.signUp('Hana');
  [ines, app] = await carefulMember(florin, 'Ines');
});
afterAll(async () => {
  await florin.expectCleanBooks();
  await florin.close();
});

const showFactor = () => ines.client.call(endpoints.stepUp, { body: { code: app.code() } });
const payWithFactor = async (asked: PaymentRequest) => {
  await showFactor();
  const paid = await pay(ines, asked);
  await aWhileLater(florin, ines);
  return paid;
};
const needsFactor = refusedWith('second_factor_required');

describe('paying a request without two-factor confirmation', () => {
  test('requires two-factor confirmation for the first payment to a requester, and then pays once', async () => {
    for (const from of [ines, undefined]) {
      hana = await florin.signUp('Hana');
      const asked = await askForMoney(hana, from, '5.00');
      await expect(pay(ines, asked)).rejects.toMatchObject(needsFactor);
      const paid = await payWithFactor(asked);
      expect(await pay(ines, asked)).toEqual(paid);
      await pay(ines, await askForMoney(hana, from, '6.00'));
      expect((await hana.client.call(endpoints.me)).balances.usd_exact).toBe('11.00');
    }
  });

  test('requires two-factor confirmation for a saved but unpaid requester', async () => {
    await ines.client.call(endpoints.addContact, { body: { email: hana.user.email } });
    await expect(pay(ines, await askForMoney(hana, ines, '5.00'))).rejects.toMatchObject(needsFactor);
  });

  // Rules: security-9
  test('requires two-factor confirmation above 500 dollars a day, including sends', async () => {
    await payWithFactor(await askForMoney(hana, ines, '1.00'));
    await ines.client.call(endpoints.sendMoney, { body: { recipient_email: hana.user.email, amount: '300.00' } });
    await pay(ines, await askForMoney(hana, ines, '199.99'));
    const last = await askForMoney(hana, ines, '0.02');
    await expect(pay(ines, last)).rejects.toMatchObject(needsFactor);
    await payWithFactor(last);
  });

  test('keeps the 500 dollar limit under 20 concurrent payments of requests', async () => {
    await payWithFactor(await askForMoney(hana, ines, '1.00'));
    const all = await Promise.all(Array.from({ length: 20 }, () => askForMoney(hana, ines, '30.00')));
    const outcomes = await Promise.allSettled(all.map((asked) => pay(ines, asked)));
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(16);
    expect((await hana.client.call(endpoints.me)).balances.usd_exact).toBe('481.00');
  });

  test('reports an ended request instead of requiring two-factor confirmation', async () => {
    const [declined, expired] = [await askForMoney(hana, ines), await askForMoney(hana, ines)];
    await decline(ines, declined);
    await letTimePass(florin, expired, 30 * 24);
    for (const asked of [declined, expired])
      await expect(pay(ines, asked)).rejects.toMatchObject(refusedWith('request_not_open'));
  });

  test('pays a request without confirmation while two-factor authentication is off', async () => {
    const amara = await florin.confirm(await florin.signUpWith('1000.00', 'Amara'));
    expect(await pay(amara, await askForMoney(hana, amara, '900.00'))).toMatchObject({ status: 'completed' });
  });
});
