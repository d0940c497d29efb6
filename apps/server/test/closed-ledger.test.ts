import { endpoints } from '@florin/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { closeLedgers, reopenLedgers } from './all-ledgers.ts';
import { operator } from './kyc.ts';
import { databaseOf } from './member-in-ledger.ts';
import { refusedWith } from './refused-with.ts';
import { createTestApp, type TestApp, type TestMember } from './test-app.ts';

let florin: TestApp;
let ines: TestMember;
let jonas: TestMember;
let olu: TestMember;
beforeAll(async () => {
  florin = await createTestApp();
  [ines, jonas, olu] = [
    await florin.signUpWith('500.00', 'Ines'),
    await florin.signUp('Jonas'),
    await operator(florin),
  ];
  await florin.confirm(ines);
});
afterAll(() => florin.close());

test('rejects canceling, declining, settling and returning while the ledger is closed', async () => {
  const bank = await ines.client.call(endpoints.addPaymentMethod, { body: { token: 'tok_bank' } });
  const order = await ines.client.call(endpoints.withdraw, { body: { amount: '20.00', payment_method_id: bank.id } });
  const request = await jonas.client.call(endpoints.requestMoney, {
    body: { recipient_email: ines.user.email, amount: '10.00', currency: 'USD' },
  });
  await closeLedgers(florin);
  const [asked, withdrawn] = [{ params: { id: request.id } }, { params: { id: order.id } }];
  for (const end of [
    () => ines.client.call(endpoints.declineRequest, asked),
    () => jonas.client.call(endpoints.cancelRequest, asked),
    () => ines.client.call(endpoints.cancelTransaction, withdrawn),
    () => olu.client.call(endpoints.settleBankOrder, { ...withdrawn, body: {} }),
    () => olu.client.call(endpoints.returnBankOrder, { ...withdrawn, body: { reason: 'A test' } }),
  ])
    await expect(end()).rejects.toMatchObject(refusedWith('ledger_read_only'));
});

test('hides coins that the books do not explain while the ledger is closed', async () => {
  await reopenLedgers(florin);
  await ines.client.call(endpoints.buyCoins, {
    body: { crypto_symbol: 'BTC', amount_usd: '100.00', payment_method_id: 'usd_balance' },
  });
  await databaseOf(florin, ines).ownerPool.query(
    `update ledger.accounts set posted = posted + 1 where owner = $1 and asset = 'BTC' and kind = 'wallet'`,
    [ines.user.id],
  );
  await closeLedgers(florin);
  for (const endpoint of [endpoints.getPortfolio, endpoints.getGains])
    await expect(ines.client.call(endpoint)).rejects.toMatchObject(refusedWith('ledger_read_only'));
});
