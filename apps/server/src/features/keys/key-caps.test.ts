import { endpoints, type Client } from '@florin/contract';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { keyClient, makeKey } from '../../../test/api-keys.ts';
import { openBakery } from '../../../test/bakery.ts';
import { refusedWith } from '../../../test/refused-with.ts';
import { startSecondNode, type SecondNode } from '../../../test/second-node.ts';
import { createTestApp, type TestApp, type TestMember } from '../../../test/test-app.ts';
import { aWhileLater, carefulMember, turnOnTwoFactor } from '../../../test/two-factor.ts';

let florin: TestApp;
let node: SecondNode;
let jonas: TestMember;
beforeAll(async () => {
  florin = await createTestApp();
  [node, jonas] = [await startSecondNode(florin), await florin.signUp('Jonas')];
});
afterEach(() => florin.expectCleanBooks());
afterAll(async () => {
  await node.close();
  await florin.close();
});

const send = (client: Client, amount: string, email = jonas.user.email) =>
  client.call(endpoints.sendMoney, { body: { recipient_email: email, amount } });
const overCap = (left: string) =>
  refusedWith('key_limit_exceeded', { detail: `This is over the cap of the API key: ${left}.` });

/** A verified member with dollars, so that only the cap of a key is in the way. */
async function richMember(): Promise<TestMember> {
  const member = await florin.signUpWith('3000.00');
  await florin.database.ownerPool.query('update users set kyc_level = 2 where id = $1', [member.user.id]);
  return member;
}

describe('the caps of a key', () => {
  test.each([
    ['day', { day: '10.00', month: '50.00' }, 'today'],
    ['month', { day: '50.00', month: '10.00' }, 'this month'],
  ])('the cap of a key per %s holds exactly under parallel calls on two nodes', async (_, caps, period) => {
    const ines = await richMember();
    const { client, secret } = await makeKey(florin, ines.client, { caps });
    const clients = [client, keyClient(node, secret)];
    const sends = await Promise.allSettled(
      Array.from({ length: 40 }, (_each, index) => send(clients[index % 2] ?? client, '0.50')),
    );
    const refused = sends.flatMap((sent) => (sent.status === 'rejected' ? [sent.reason as unknown] : []));
    expect(refused).toHaveLength(20);
    for (const reason of refused) expect(reason).toMatchObject(overCap(`$0.00 is left ${period}`));
    await send(ines.client, '0.50');
    const { client: another } = await makeKey(florin, ines.client, { caps });
    await send(another, '0.50');
  });

  test('the cap per payment of a key counts in dollars', async () => {
    const ines = await richMember();
    await ines.client.call(endpoints.exchangeMoney, { body: { from: 'USD', to: 'EUR', amount: '100.00' } });
    const { client } = await makeKey(florin, ines.client, { caps: { payment: '20.00' } });
    await send(client, '20.00');
    await expect(send(client, '20.01')).rejects.toMatchObject(refusedWith('key_limit_exceeded'));
    const euros = { recipient_email: jonas.user.email, amount: '20.00', currency: 'EUR' } as const;
    await expect(client.call(endpoints.sendMoney, { body: euros })).rejects.toMatchObject(
      refusedWith('key_limit_exceeded', { detail: 'This API key may pay at most $20.00 at once.' }),
    );
  });

  test('a canceled payment restores its part of the caps of a key', async () => {
    const ines = await richMember();
    const { client } = await makeKey(florin, ines.client, { caps: { day: '10.00', month: '10.00' } });
    const { id } = await send(client, '10.00', 'somebody@elsewhere.example');
    await expect(send(client, '1.00')).rejects.toMatchObject(overCap('$0.00 is left today'));
    await client.call(endpoints.cancelTransaction, { params: { id } });
    await send(client, '10.00');
  });

  test('a repeated payment by a key gets its first answer and counts once', async () => {
    const ines = await richMember();
    const { client } = await makeKey(florin, ines.client, { caps: { day: '10.00' } });
    const body = { recipient_email: jonas.user.email, amount: '10.00' };
    const again = () => client.call(endpoints.sendMoney, { body }, { idempotencyKey: 'payroll-1' });
    expect(await again()).toEqual(await again());
  });
});

describe('payments of a key whose maker has a second factor', () => {
  test('payments by a key need a confirmation in a session of the member', async () => {
    const [ines] = await carefulMember(florin, 'Ines');
    await florin.database.ownerPool.query('update sessions set factor_at = now() where user_id = $1', [ines.user.id]);
    const { client } = await makeKey(florin, ines.client, { caps: { day: '900.00' } });
    await expect(send(client, '1.00')).rejects.toMatchObject(refusedWith('second_factor_required'));
    await send(ines.client, '1.00');
    await send(client, '1.00');
    await expect(send(client, '600.00')).rejects.toMatchObject(refusedWith('second_factor_required'));
  });

  test('payments by a key need no confirmation within caps that its maker confirmed when making the key', async () => {
    const ines = await richMember();
    await turnOnTwoFactor(ines);
    const { client } = await makeKey(florin, ines.client, { confirmed_payments: true, caps: { day: '900.00' } });
    await aWhileLater(florin, ines);
    await send(client, '700.00');
    await expect(send(client, '200.01')).rejects.toMatchObject(overCap('$200.00 is left today'));
  });
});

test('the rules of a business apply to payments by keys, and a refused payment restores its part of the caps', async () => {
  const { acme, owner, approver, shop } = await openBakery(florin);
  await florin.database.ownerPool.query('insert into payment_rules (business_id, rules, version) values ($1, $2, 1)', [
    acme.id,
    JSON.stringify([{ name: 'keys', keys: true, effect: 'approve' }]),
  ]);
  const { client } = await makeKey(florin, owner, { caps: { day: '10.00' } });
  const pay = () => send(client, '10.00', shop.user.email);
  expect(await send(owner, '10.00', shop.user.email)).toMatchObject({ status: 'completed' });
  expect(await pay()).toMatchObject({ status: 'pending' });
  await expect(pay()).rejects.toMatchObject(overCap('$0.00 is left today'));
  const [first] = await approver.call(endpoints.listApprovals, { query: {} });
  await approver.call(endpoints.refuse, { params: { id: first?.id ?? '' }, body: {} });
  expect(await pay()).toMatchObject({ status: 'pending' });
  const open = await approver.call(endpoints.listApprovals, { query: {} });
  const body = { password: 'correct horse battery' };
  await approver.call(endpoints.approve, { params: { id: open.at(-1)?.id ?? '' }, body });
  expect((await shop.client.call(endpoints.me)).balances.usd_exact).toBe('20.00');
});
