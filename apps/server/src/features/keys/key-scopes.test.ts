import { randomUUID } from 'node:crypto';
import {
  endpoints,
  keyAccess,
  keyScopes,
  type Client,
  type Endpoint,
  type EndpointName,
  type KeyScope,
} from '@florin/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { makeKey } from '../../../test/api-keys.ts';
import { askForMoney } from '../../../test/ask-for-money.ts';
import { openBakery, type Bakery } from '../../../test/bakery.ts';
import { refusedWith } from '../../../test/refused-with.ts';
import { createTestApp, type TestApp, type TestMember } from '../../../test/test-app.ts';
import { invoiceInput } from '../../../test/write-invoice.ts';

let florin: TestApp;
let ines: TestMember;
let jonas: TestMember;
let bakery: Bakery;
beforeAll(async () => {
  florin = await createTestApp();
  bakery = await openBakery(florin);
  [ines, jonas] = [await florin.signUpWith('900.00', 'Ines'), await florin.signUp('Jonas')];
});
afterAll(async () => {
  await florin.expectCleanBooks();
  await florin.close();
});

const to = () => ({ recipient_email: jonas.user.email, amount: '1.00' });

/** A call that each scope allows, listed by hand. */
const opened: Record<KeyScope, (client: Client) => Promise<unknown>> = {
  'balances:read': (client) => client.call(endpoints.listWallets),
  'transactions:read': (client) => client.call(endpoints.listTransactions, { query: {} }),
  'contacts:read': (client) => client.call(endpoints.listContacts),
  'contacts:write': (client) =>
    client.call(endpoints.addContact, { body: { email: `${randomUUID()}@florin.example`, name: 'Lea' } }),
  'payments:write': (client) => client.call(endpoints.sendMoney, { body: to() }),
  'requests:read': (client) => client.call(endpoints.listPaymentRequests, { query: {} }),
  'requests:write': (client) => client.call(endpoints.requestMoney, { body: to() }),
  'invoices:read': (client) => client.call(endpoints.listInvoices, { query: {} }),
  'invoices:write': (client) => client.call(endpoints.createInvoice, { body: invoiceInput() }),
  'trades:write': (client) =>
    client.call(endpoints.exchangeMoney, { body: { from: 'USD', to: 'EUR', amount: '10.00' } }),
  'deposits:write': (client) =>
    client.call(endpoints.simulateBankTransfer, { body: { amount: '10.00', currency: 'EUR' } }),
  'markets:read': (client) => client.call(endpoints.listCoins),
  'approvals:read': (client) => client.call(endpoints.listApprovals, { query: {} }),
  'sandbox:write': (client) => client.call(endpoints.advanceTestClock, { body: { advance_seconds: 1 } }),
  'events:read': (client) => client.call(endpoints.listEvents, { query: {} }),
  'approvals:write': async (client) => {
    const body = { recipient_email: jonas.user.email, amount: '5000.00' };
    await bakery.payer.call(endpoints.sendMoney, { body });
    const [proposed] = await bakery.owner.call(endpoints.listApprovals, { query: {} });
    return client.call(endpoints.refuse, { params: { id: proposed?.id ?? '' }, body: {} });
  },
};
const makerFor = (scope: KeyScope) => (scope.startsWith('approvals:') ? bakery.owner : ines.client);

describe('the scope of a key', () => {
  test.each(keyScopes.map((scope) => [scope]))('a key with the scope %s can make its calls', async (scope) => {
    const { client } = await makeKey(florin, makerFor(scope), { scopes: [scope] });
    await expect(opened[scope](client)).resolves.toBeDefined();
  });

  test.each(keyScopes.map((scope) => [scope]))(
    'a key without the scope %s gets a refusal that names the scope',
    async (scope) => {
      const scopes = keyScopes.filter((one) => one !== scope);
      const { client } = await makeKey(florin, makerFor(scope), { scopes });
      await expect(opened[scope](client)).rejects.toMatchObject(
        refusedWith('scope_missing', { detail: expect.stringContaining(scope) }),
      );
    },
  );

  test('a trading key charges a card or bank account only with the scope of deposits', async () => {
    const lea = await florin.signUpWith('100.00', 'Lea');
    const card = await lea.client.call(endpoints.addPaymentMethod, { body: { token: 'tok_visa' } });
    const [trades, both] = [
      await makeKey(florin, lea.client, { scopes: ['trades:write'] }),
      await makeKey(florin, lea.client, { scopes: ['trades:write', 'deposits:write'] }),
    ];
    const buy = ({ client }: { readonly client: Client }, methodId?: string) =>
      client.call(endpoints.buyCoins, {
        body: { crypto_symbol: 'BTC', amount_usd: '10.00', payment_method_id: methodId },
      });
    const usdOf = async () => (await lea.client.call(endpoints.me)).balances.usd_exact;
    await lea.client.call(endpoints.changePaymentMethod, { params: { id: card.id }, body: { is_default: true } });
    const before = await usdOf();
    for (const methodId of [card.id, undefined])
      await expect(buy(trades, methodId)).rejects.toMatchObject(
        refusedWith('scope_missing', { detail: expect.stringContaining('deposits:write') }),
      );
    for (const methodId of [card.id, undefined]) await buy(both, methodId);
    expect(await usdOf()).toBe(before);
    await buy(trades, 'usd_balance');
    expect(await usdOf()).not.toBe(before);
  });

  test('a key with all scopes can make exactly the calls that have a scope', async () => {
    const { secret } = await makeKey(florin, ines.client);
    const refused: string[] = [];
    for (const [name, endpoint] of Object.entries(endpoints) as [EndpointName, Endpoint][]) {
      if (endpoint.access === 'public' || name === 'streamPrices') continue;
      if (['not_for_keys', 'not_found'].includes(await codeOf(endpoint, secret)) && keyAccess[name] === 'never')
        refused.push(name);
    }
    const never = (Object.entries(endpoints) as [EndpointName, Endpoint][])
      .filter(([name, { access }]) => access !== 'public' && keyAccess[name] === 'never')
      .map(([name]) => name);
    expect(refused).toEqual(never);
  });

  test('keys cannot make calls that always need a second factor', () => {
    const open = (Object.entries(endpoints) as [EndpointName, Endpoint][]).filter(
      ([name, { access, stepUp }]) =>
        keyAccess[name] !== 'never' && (access !== 'member' || stepUp === true || stepUp === 'or_password'),
    );
    expect(open).toEqual([]);
  });
});

const codes = z.object({ code: z.optional(z.string()) });

async function codeOf({ method, path }: Endpoint, secret: string): Promise<string> {
  const { payload, statusCode } = await florin.app.http.inject({
    method,
    url: `/api${path.replaceAll(/:\w+/g, randomUUID())}`,
    headers: { authorization: `Bearer ${secret}` },
  });
  return statusCode < 400 ? '' : (z.parse(codes, JSON.parse(payload)).code ?? '');
}

describe('the limits of a key', () => {
  test('the wallet of a key limits its payments and requests', async () => {
    const { client } = await makeKey(florin, ines.client, {
      wallet: 'USD',
      scopes: ['payments:write', 'requests:write'],
    });
    const refused = refusedWith('wallet_not_allowed');
    const euros = { ...to(), currency: 'EUR' } as const;
    await expect(client.call(endpoints.sendMoney, { body: euros })).rejects.toMatchObject(refused);
    await expect(client.call(endpoints.requestMoney, { body: euros })).rejects.toMatchObject(refused);
    await expect(
      client.call(endpoints.sharePaymentLink, { body: { email: jonas.user.email, amount: '5', currency: 'GBP' } }),
    ).rejects.toMatchObject(refused);
    const { id } = await askForMoney(jonas, ines, '5.00', { currency: 'EUR' });
    await expect(client.call(endpoints.payRequest, { params: { id } })).rejects.toMatchObject(refused);
    const decline = () => client.call(endpoints.declineRequest, { params: { id } });
    await expect(decline()).rejects.toMatchObject(refused);
    const own = await askForMoney(ines, jonas, '5.00', { currency: 'EUR' });
    const params = { id: own.id };
    await expect(client.call(endpoints.cancelRequest, { params })).rejects.toMatchObject(refused);
    await expect(client.call(endpoints.remindOfRequest, { params })).rejects.toMatchObject(refused);
    await client.call(endpoints.sendMoney, { body: to() });
    await client.call(endpoints.requestMoney, { body: to() });
  });

  test('the recipients of a key limit its payments, including payments of requests', async () => {
    const lea = await florin.signUp('Lea');
    const { client } = await makeKey(florin, ines.client, { recipients: [jonas.user.email.toUpperCase()] });
    const refused = refusedWith('recipient_not_allowed');
    const send = (email: string) =>
      client.call(endpoints.sendMoney, { body: { recipient_email: email, amount: '1.00' } });
    await expect(send(lea.user.email)).rejects.toMatchObject(refused);
    await expect(send('stranger@elsewhere.example')).rejects.toMatchObject(refused);
    const { id } = await askForMoney(lea, ines, '5.00');
    await expect(client.call(endpoints.payRequest, { params: { id } })).rejects.toMatchObject(refused);
    await send(jonas.user.email);
    const own = await askForMoney(jonas, ines, '5.00');
    await client.call(endpoints.payRequest, { params: { id: own.id } });
  });

  test('a key works only from its allowed networks', async () => {
    const { client, key } = await makeKey(florin, ines.client, { networks: ['203.0.113.0/24', '2001:db8::/32'] });
    expect(key.networks).toEqual(['203.0.113.0/24', '2001:db8::/32']);
    await expect(client.call(endpoints.listWallets)).rejects.toMatchObject(refusedWith('network_not_allowed'));
    const { client: near } = await makeKey(florin, ines.client, { networks: ['127.0.0.0/8'] });
    await near.call(endpoints.listWallets);
  });
});
