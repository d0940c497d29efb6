import { randomUUID } from 'node:crypto';
import { endpoints } from '@florin/contract';
import { fiatCodes } from '@florin/money';
import type { TestApp, TestMember } from './test-app.ts';

/**
 * Creates two members. Ines has more than fifty transactions of every type in three currencies, some pending and some
 * canceled. Jonas is the other side of her sends.
 */
export async function liveALittle(florin: TestApp): Promise<[ines: TestMember, jonas: TestMember]> {
  const [ines, jonas] = [await florin.signUpWith('300.00', 'Ines'), await florin.signUpWith('300.00', 'Jonas')];
  const { id: bank } = await ines.client.call(endpoints.addPaymentMethod, { body: { token: 'tok_bank' } });
  await ines.client.call(endpoints.changePlan, { body: { plan: 'pro' } });
  for (let turn = 0; turn < 6; turn++) {
    await leaveWaiting(ines, bank);
    await addFundsInEachCurrency(ines);
    for (const currency of fiatCodes) {
      await send(ines, jonas, `${turn + 1}.01`, currency);
      await send(jonas, ines, '0.50', currency);
    }
    const body = { crypto_symbol: 'BTC', payment_method_id: 'usd_balance', amount_usd: '7.77' };
    await ines.client.call(endpoints.buyCoins, { body });
    await ines.client.call(endpoints.sellCoins, { body: { crypto_symbol: 'BTC', amount_crypto: '0.00001' } });
  }
  return [ines, jonas];
}

/** Adds one pending transaction of each kind, and one canceled send. */
async function leaveWaiting({ client }: TestMember, bank: string) {
  await client.call(endpoints.addFunds, { body: { amount: '2.00', payment_method_id: bank } });
  await client.call(endpoints.withdraw, { body: { amount: '1.00', payment_method_id: bank } });
  const nobody = { recipient_email: `${randomUUID()}@florin.example`, amount: '1.00' };
  await client.call(endpoints.sendMoney, { body: nobody });
  const { id } = await client.call(endpoints.sendMoney, { body: nobody });
  await client.call(endpoints.cancelTransaction, { params: { id } });
  await client.call(endpoints.exchangeMoney, { body: { from: 'USD', to: 'GBP', amount: '1.00' } });
}

export async function addFundsInEachCurrency({ client }: TestMember) {
  const [card] = await client.call(endpoints.listPaymentMethods);
  for (const currency of fiatCodes)
    await client.call(endpoints.addFunds, { body: { amount: '10.00', currency, payment_method_id: card?.id ?? '' } });
}

const send = (from: TestMember, to: TestMember, amount: string, currency: (typeof fiatCodes)[number]) =>
  from.client.call(endpoints.sendMoney, {
    body: { recipient_email: to.user.email, amount, currency, note: 'a note' },
  });
