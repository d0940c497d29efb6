import { endpoints } from '@florin/contract';
import { expect, onTestFinished, test, vi } from 'vitest';
import { slotOf } from '../src/ledger/shards/ids.ts';
import { sentBy } from './sent-statements.ts';
import { createTestApp, type TestApp, type TestMember } from './test-app.ts';

/** Signs up until the member's money is in the ledger with this number. */
async function memberOf(florin: TestApp, ledgers: number, shard: number): Promise<TestMember> {
  for (;;) {
    const member = await florin.signUp();
    if (slotOf(member.user.id) % ledgers === shard) return member;
  }
}

/** Returns the statements that the server sends to PostgreSQL for a send, once it knows both members. */
async function statementsOfASend(ledgers: number, from: number, to: number): Promise<string[]> {
  const florin = await createTestApp({}, {}, { ledgers });
  onTestFinished(() => florin.close());
  const [payer, payee] = [await memberOf(florin, ledgers, from), await memberOf(florin, ledgers, to)];
  const card = await payer.client.call(endpoints.addPaymentMethod, { body: { token: 'tok_visa' } });
  await payer.client.call(endpoints.addFunds, { body: { amount: '100.00', payment_method_id: card.id } });
  // A payment to a contact is recorded once a minute. The test stays within one minute, even on a slow machine.
  vi.useFakeTimers({ toFake: ['Date'] });
  onTestFinished(() => void vi.useRealTimers());
  const send = () =>
    payer.client.call(endpoints.sendMoney, { body: { recipient_email: payee.user.email, amount: '1.00' } });
  await send();
  await send();
  const statements = await sentBy(send, florin.database.name);
  await florin.expectCleanBooks();
  return statements;
}

test('a send with one ledger needs one statement for the callers and one for the money', async () => {
  expect(await statementsOfASend(1, 0, 0)).toEqual(['main: identity-changes', 'main: post']);
});

test('a send within one of two ledgers needs no additional statement', async () => {
  expect(await statementsOfASend(2, 0, 0)).toEqual(['main: identity-changes', 'main: post']);
  expect(await statementsOfASend(2, 1, 1)).toEqual(['main: identity-changes', 'other: post']);
});

test('a send to another ledger needs one additional statement in that ledger', async () => {
  expect(await statementsOfASend(2, 0, 1)).toEqual(['main: identity-changes', 'main: post', 'other: post']);
  expect(await statementsOfASend(2, 1, 0)).toEqual(['main: identity-changes', 'other: post', 'main: post']);
});
