import { randomUUID } from 'node:crypto';
import { endpoints } from '@florin/contract';
import { amountOf } from '@florin/money';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../../../../test/test-app.ts';
import { sendMoney } from '../../transfers/send-money.ts';
import { findMember } from '../standing.ts';

let florin: TestApp;
beforeAll(async () => {
  florin = await createTestApp();
});
afterAll(async () => {
  await florin.expectCleanBooks();
  await florin.close();
});

test('a payment is rejected when its recipient closes the account in the meantime, and the sender keeps the money', async () => {
  const jonas = await florin.signUpWith('100.00', 'Jonas Weber');
  const closing = await florin.signUp('Amara');
  const [sender, recipient] = await Promise.all(
    [jonas, closing].map(({ user }) => findMember(florin.database.pool, user.email)),
  );
  if (!sender || !recipient) throw new Error('missing test member');
  await closing.client.call(endpoints.closeAccount, { body: { current_password: closing.password } });

  const late = sendMoney(
    florin.app.dependencies,
    sender,
    { key: randomUUID(), requestHash: 1n },
    {
      recipientEmail: recipient.email,
      recipient: Promise.resolve(recipient),
      amount: amountOf('USD', 500n),
      note: undefined,
      needsFactor: false,
    },
  );
  await expect(late).rejects.toMatchObject({ name: 'Refusal', code: 'account_closed' });
  expect((await jonas.client.call(endpoints.me)).balances.usd_exact).toBe('100.00');
});
