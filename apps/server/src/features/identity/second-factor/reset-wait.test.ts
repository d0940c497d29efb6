import { endpoints, type Client } from '@florin/contract';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { askForMoney } from '../../../../test/ask-for-money.ts';
import { openLiveNode } from '../../../../test/live-node.ts';
import { refusedWith } from '../../../../test/refused-with.ts';
import { createTestApp, type TestApp, type TestMember } from '../../../../test/test-app.ts';

let florin: TestApp;
let live: Awaited<ReturnType<typeof openLiveNode>>;
let hana: TestMember;
let ines: TestMember;
let card: string;
let bank: string;
beforeAll(async () => {
  florin = await createTestApp();
  live = await openLiveNode(florin);
  hana = await florin.confirm(await florin.signUp('Hana'));
});
beforeEach(async () => {
  ines = await florin.signUpWith('1500.00', 'Ines');
  await florin.database.ownerPool.query('update users set kyc_level = 2 where id = $1', [ines.user.id]);
  [card, bank] = [await add(ines.client, 'tok_visa'), await add(ines.client, 'tok_bank')];
  await send(ines.client, '10.00'); // makes Hana a known recipient
});
afterEach(() => florin.expectCleanBooks());
afterAll(async () => {
  await live.close();
  await florin.close();
});

const add = async (client: Client, token: string) =>
  (await client.call(endpoints.addPaymentMethod, { body: { token } })).id;
const send = (client: Client, amount: string, recipient_email = hana.user.email) =>
  client.call(endpoints.sendMoney, { body: { amount, recipient_email } });
const withdraw = (client: Client) =>
  client.call(endpoints.withdraw, { body: { amount: '20.00', payment_method_id: bank } });
const changeEmail = (client: Client) =>
  client.call(endpoints.changeEmail, {
    body: { email: `${Date.now()}@elsewhere.example`, current_password: ines.password },
  });
const pay = async (client: Client, amount: string) =>
  client.call(endpoints.payRequest, { params: { id: (await askForMoney(hana, ines, amount)).id } });
/** Sets the time of the second factor's reset to this many hours ago. */
const resetBefore = (hours: number) =>
  florin.database.ownerPool.query(
    'update users set factor_reset_at = now() - make_interval(hours => $2) where id = $1',
    [ines.user.id, hours],
  );
const onLive = () => live.clientOf(ines.token);
const waits = refusedWith('factor_reset_wait', {
  detail: expect.stringMatching(
    /^Your second factor was reset recently\. To protect your money, you can do this again from \d{4}-\d\d-\d\d \d\d:\d\d UTC on\.$/,
  ),
});

const restrictedCalls: Record<string, (client: Client) => Promise<unknown>> = {
  'a withdrawal': withdraw,
  'a new bank account': (client) => add(client, 'tok_bank'),
  'a change of email': changeEmail,
  'a first payment to a recipient': (client) => send(client, '1.00', `${Date.now()}@elsewhere.example`),
  'payments of more than 500 dollars a day': (client) => send(client, '501.00'),
  'paying a request of more than 500 dollars': (client) => pay(client, '501.00'),
};

describe('live mode for a day after a reset of the second factor', () => {
  // Rules: identity-23
  test.each(Object.entries(restrictedCalls))(
    'live mode rejects %s for a day after a factor reset and says when it is possible',
    async (_, act) => {
      await resetBefore(23);
      await expect(act(onLive())).rejects.toMatchObject(waits);
      await resetBefore(25);
      await act(onLive());
    },
  );

  test('live mode allows small payments to known recipients, new cards and purchases after a factor reset', async () => {
    await resetBefore(0);
    expect(await send(onLive(), '20.00')).toMatchObject({ status: 'completed' });
    expect(await pay(onLive(), '20.00')).toMatchObject({ status: 'completed' });
    await add(onLive(), 'tok_mastercard');
    const body = { amount: '20.00', payment_method_id: card };
    expect(await onLive().call(endpoints.addFunds, { body })).toMatchObject({ status: 'completed' });
  });
});

test('the sandbox has no restrictions after a reset of the second factor', async () => {
  await resetBefore(0);
  for (const act of Object.values(restrictedCalls)) await expect(act(ines.client)).resolves.not.toThrow();
});

// Rules: identity-23
test('a node with a cached session applies the restrictions immediately', async () => {
  await send(onLive(), '5.00');
  await resetBefore(0);
  await expect(withdraw(onLive())).rejects.toMatchObject(waits);
});
