import { CallRefused, endpoints, type Client, type Endpoint } from '@florin/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestApp, type TestApp, type TestMember } from './test-app.ts';

let florin: TestApp;
let [mallory, ines]: (TestMember | undefined)[] = [];
let theirs: { methodId: string; transactionId: string };
beforeAll(async () => {
  florin = await createTestApp();
  [mallory, ines] = [await florin.signUpWith('50.00'), await florin.signUpWith('500.00')];
  const [card] = await ines.client.call(endpoints.listPaymentMethods);
  const [line] = await ines.client.call(endpoints.listTransactions, { query: {} });
  theirs = { methodId: card?.id ?? '', transactionId: line?.id ?? '' };
});
afterAll(async () => {
  await florin.expectCleanBooks();
  await florin.close();
});

type Attempt = {
  endpoint: Endpoint;
  id: () => string;
  call: (client: Client, id: string) => Promise<unknown>;
};

/** Every call that is given the id of something that belongs to somebody. */
const attempts: Record<string, Attempt> = {
  'making a payment method the default': {
    endpoint: endpoints.changePaymentMethod,
    id: () => theirs.methodId,
    call: (client, id) => client.call(endpoints.changePaymentMethod, { params: { id }, body: { is_default: true } }),
  },
  'removing a payment method': {
    endpoint: endpoints.removePaymentMethod,
    id: () => theirs.methodId,
    call: (client, id) => client.call(endpoints.removePaymentMethod, { params: { id } }),
  },
  'adding funds': {
    endpoint: endpoints.addFunds,
    id: () => theirs.methodId,
    call: (client, id) => client.call(endpoints.addFunds, { body: { amount: '5.00', payment_method_id: id } }),
  },
  'buying coins': {
    endpoint: endpoints.buyCoins,
    id: () => theirs.methodId,
    call: (client, id) =>
      client.call(endpoints.buyCoins, {
        body: { crypto_symbol: 'BTC', amount_usd: '5.00', payment_method_id: id },
      }),
  },
  'reading a transaction': {
    endpoint: endpoints.getTransaction,
    id: () => theirs.transactionId,
    call: (client, id) => client.call(endpoints.getTransaction, { params: { id } }),
  },
};

async function refusal(call: Promise<unknown>) {
  const error = await call.catch((reason: unknown) => reason);
  if (!(error instanceof CallRefused) || !error.body) throw new Error('the call was not refused');
  const { request_id: _, ...body } = error.body;
  return { status: error.status, ...body };
}

const everythingOf = async ({ client }: TestMember) => [
  await client.call(endpoints.me),
  await client.call(endpoints.listPaymentMethods),
  await client.call(endpoints.listTransactions, { query: {} }),
  await client.call(endpoints.getPortfolio),
];

describe('what belongs to another member', () => {
  test('is in the matrix for every call that takes an id', () => {
    const takingIds = Object.values<Endpoint>(endpoints).filter(
      ({ path, body }) => path.includes(':') || JSON.stringify(body ?? {}).includes('payment_method_id'),
    );
    expect(new Set(Object.values(attempts).map(({ endpoint }) => endpoint))).toEqual(new Set(takingIds));
  });

  test.each(Object.entries(attempts))('%s is answered as if it did not exist', async (_, { id, call }) => {
    if (!mallory || !ines) throw new Error('nobody signed up');
    const before = await everythingOf(ines);
    const foreign = await refusal(call(mallory.client, id()));
    expect(foreign.status).toBe(404);
    expect(foreign).toEqual(await refusal(call(mallory.client, crypto.randomUUID())));
    expect(await everythingOf(ines)).toEqual(before);
    expect((await mallory.client.call(endpoints.me)).balances.usd_exact).toBe('50.00');
  });
});
