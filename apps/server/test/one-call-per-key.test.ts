import { randomUUID } from 'node:crypto';
import { endpoints, isKeyed } from '@florin/contract';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { setRole } from '../src/features/identity/operators/change-user.ts';
import { askForMoney } from './ask-for-money.ts';
import { keyedBatchCalls } from './batch-payouts.ts';
import { cardsAt } from './card-office.ts';
import { keyedDeskCalls } from './keyed-desk-calls.ts';
import { refusedWith } from './refused-with.ts';
import { proposed } from './second-operator.ts';
import { openStripeDouble, type StripeDouble } from './stripe-double/stripe-double.ts';
import { asManyAsAServer, createTestApp, type TestApp, type TestMember } from './test-app.ts';
import { turnOnTwoFactor } from './two-factor.ts';
import { simulationCalls } from './simulation-calls.ts';
import { invoiceInput, issueInvoice, tokenOf } from './write-invoice.ts';

/**
 * A member with money and coins who is also an operator, so this member may make every call that takes an idempotency
 * key.
 */
let florin: TestApp;
let stripe: StripeDouble;
let olu: TestMember;
let amara: TestMember;
let ines: TestMember;
let card: string;
let bank: string;
beforeAll(async () => {
  stripe = await openStripeDouble();
  florin = await createTestApp({}, { cards: cardsAt(stripe) }, asManyAsAServer);
  await florin.database.ownerPool.query('insert into card_reading (opened_at, read_until) values (now(), now())');
  [olu, amara, ines] = [await florin.signUpWith('5000.00'), await florin.signUp(), await florin.signUp()];
  for (const { user } of [olu, amara])
    await setRole(florin.database.pool, user.id, 'operator', { operator: 'command line' });
  [card, bank] = [await methodOf(olu, 'tok_visa'), await methodOf(olu, 'tok_bank')];
  // The first statement of the sandbox's account in euros.
  await olu.client.call(endpoints.simulateBankTransfer, { body: { amount: '5.00', currency: 'EUR' } });
  await olu.client.call(endpoints.buyCoins, { body: { crypto_symbol: 'BTC', amount_usd: '400', ...fromBalance } });
});
afterEach(() => florin.expectCleanBooks());
afterAll(() => Promise.all([florin.close(), stripe.close()]));

const fromBalance = { payment_method_id: 'usd_balance' };
const methodOf = async ({ client }: TestMember, token: string) =>
  (await client.call(endpoints.addPaymentMethod, { body: { token } })).id;
const reason = 'It is on the statement.';

async function announcedDeposit(amount: string) {
  const body = { amount, payment_method_id: await methodOf(ines, 'tok_bank') };
  return (await ines.client.call(endpoints.addFunds, { body })).id;
}
async function proposalToSettle() {
  const call = { params: { id: await announcedDeposit('2500.44') }, body: { reason } };
  return proposed(await amara.client.call(endpoints.settleBankOrder, call)).id;
}
/** A member whose bank transfer was credited, and the id of its line. */
async function transferred(amount: string) {
  const member = await florin.signUp();
  await member.client.call(endpoints.simulateBankTransfer, { body: { amount, currency: 'EUR' } });
  const [deposit] = await olu.client.call(endpoints.findDeposits, { body: { q: member.user.email } });
  return { member, line: deposit?.id ?? '' };
}
async function receivable() {
  const { member, line } = await transferred('20.00');
  await member.client.call(endpoints.exchangeMoney, { body: { from: 'EUR', to: 'USD', amount: '15.00' } });
  await olu.client.call(endpoints.recallDeposit, { params: { line }, body: { reason } });
  const owed = await olu.client.call(endpoints.listReceivables);
  return owed.find(({ user_id: id }) => id === member.user.id)?.id ?? '';
}
async function memberWithFactor() {
  const member = await florin.signUp();
  await turnOnTwoFactor(member);
  return member.user.id;
}
const heldSend = () =>
  olu.client.call(endpoints.sendMoney, { body: { recipient_email: `${randomUUID()}@elsewhere.example`, amount: '3' } });

type Keyed = { readonly idempotencyKey: string };
/** A call that would succeed. Each prepared call differs in its body or its path. */
type Ready = (key: Keyed) => Promise<unknown>;
let made = 0;
let plans = 0;
const another = () => `${10 + made++}.00`;

const calls = {
  addFunds: async () => {
    const body = { amount: another(), payment_method_id: card };
    return (key) => olu.client.call(endpoints.addFunds, { body }, key);
  },
  startCardDeposit: async () => {
    const body = { amount: another() };
    return (key) => olu.client.call(endpoints.startCardDeposit, { body }, key);
  },
  ...simulationCalls(() => olu.client),
  simulateBankTransfer: async () => {
    const body = { amount: another(), currency: 'EUR' } as const;
    return (key) => olu.client.call(endpoints.simulateBankTransfer, { body }, key);
  },
  withdraw: async () => {
    const body = { amount: another(), payment_method_id: bank };
    return (key) => olu.client.call(endpoints.withdraw, { body }, key);
  },
  exchangeMoney: async () => {
    const body = { from: 'USD', to: 'EUR', amount: another() } as const;
    return (key) => olu.client.call(endpoints.exchangeMoney, { body }, key);
  },
  sendMoney: async () => {
    const body = { recipient_email: amara.user.email, amount: another() };
    return (key) => olu.client.call(endpoints.sendMoney, { body }, key);
  },
  requestMoney: async () => {
    const body = { recipient_email: amara.user.email, amount: another() };
    return (key) => olu.client.call(endpoints.requestMoney, { body }, key);
  },
  payRequest: async () => {
    const { id } = await askForMoney(amara, olu, another());
    return (key) => olu.client.call(endpoints.payRequest, { params: { id } }, key);
  },
  createInvoice: async () => {
    const body = invoiceInput({ note: another() });
    return (key) => olu.client.call(endpoints.createInvoice, { body }, key);
  },
  creditInvoice: async () => {
    const call = { params: { id: (await issueInvoice(olu)).id }, body: { mail: false } };
    return (key) => olu.client.call(endpoints.creditInvoice, call, key);
  },
  recordInvoicePayment: async () => {
    const call = { params: { id: (await issueInvoice(olu)).id }, body: { amount: another() } };
    return (key) => olu.client.call(endpoints.recordInvoicePayment, call, key);
  },
  ...keyedBatchCalls(() => ({ florin, member: olu }), another),
  payInvoice: async () => {
    const call = { params: { token: tokenOf(await issueInvoice(amara)) }, body: { amount: '12.00' } };
    return (key) => olu.client.call(endpoints.payInvoice, call, key);
  },
  cancelTransaction: async () => {
    const { id } = await heldSend();
    return (key) => olu.client.call(endpoints.cancelTransaction, { params: { id } }, key);
  },
  buyCoins: async () => {
    const body = { crypto_symbol: 'ETH', amount_usd: another(), ...fromBalance };
    return (key) => olu.client.call(endpoints.buyCoins, { body }, key);
  },
  sellCoins: async () => {
    const body = { crypto_symbol: 'BTC', amount_crypto: `0.0000${1000 + made++}` };
    return (key) => olu.client.call(endpoints.sellCoins, { body }, key);
  },
  changePlan: async () => {
    const plan = plans++ % 2 === 0 ? 'pro' : 'business';
    return (key) => olu.client.call(endpoints.changePlan, { body: { plan } }, key);
  },
  ...keyedDeskCalls(() => ({ florin, olu, amara, ines }), another),
  recallDeposit: async () => {
    const call = { params: { line: (await transferred(another())).line }, body: { reason } };
    return (key) => olu.client.call(endpoints.recallDeposit, call, key);
  },
  writeOffReceivable: async () => {
    const call = { params: { id: await receivable() }, body: { reason } };
    return (key) => olu.client.call(endpoints.writeOffReceivable, call, key);
  },
  settleBankOrder: async () => {
    const call = { params: { id: await announcedDeposit('20.44') }, body: { reason } };
    return (key) => olu.client.call(endpoints.settleBankOrder, call, key);
  },
  returnBankOrder: async () => {
    const call = { params: { id: await announcedDeposit('30.44') }, body: { reason } };
    return (key) => olu.client.call(endpoints.returnBankOrder, call, key);
  },
  approveProposal: async () => {
    const call = { params: { id: await proposalToSettle() }, body: { reason } };
    return (key) => olu.client.call(endpoints.approveProposal, call, key);
  },
  resetUserFactor: async () => {
    const call = { params: { id: await memberWithFactor() }, body: { reason } };
    return (key) => olu.client.call(endpoints.resetUserFactor, call, key);
  },
  supplyCoins: async () => {
    const call = { params: { symbol: 'BTC' }, body: { amount: another(), reason } };
    return async (key) => (await olu.client.call(endpoints.supplyCoins, call, key)).id; // the answer's value changes with the price
  },
} satisfies Record<string, () => Promise<Ready>>;

const reused = refusedWith('idempotency_key_reused');
const aKey = (): Keyed => ({ idempotencyKey: randomUUID() });

/** Counts everything that these calls write. */
async function written() {
  const { rows } = await florin.database.ownerPool.query<Record<string, string>>(`
    select (select count(*) from books.entries) as entries, (select count(*) from books.holds) as holds,
           (select sum(a.seq) from books.accounts a) as postings, (select count(*) from charges) as charges,
           (select count(*) from payment_requests) as requests, (select count(*) from invoices) as invoices,
           (select count(*) from invoice_payments) as invoice_payments, (select count(*) from plan_changes) as plan_changes,
           (select count(*) from operator_proposals where state = 'proposed') as proposals,
           (select max(started_at) from batch_payouts) as started, (select count(*) from operator_acts) as acts`);
  return rows[0];
}

// Rules: api-19
test('this file covers every call that takes an idempotency key', () => {
  const keyed = Object.entries(endpoints).filter(([, endpoint]) => isKeyed(endpoint));
  expect(Object.keys(calls).toSorted()).toEqual(keyed.map(([name]) => name).toSorted());
});

test('calls that take an idempotency key have different paths, and so separate keys', () => {
  const paths = Object.values(endpoints).flatMap((each) => (isKeyed(each) ? [each.path] : []));
  expect(new Set(paths).size).toBe(paths.length);
});

describe('a used idempotency key', () => {
  let others: Ready[];
  beforeAll(async () => {
    others = await Promise.all(Object.values(calls).map((ready) => ready()));
  });

  // Rules: api-19, security-29
  test.each(Object.entries(calls))(
    'every other call rejects a key that %s used, and the books are unchanged',
    async (_, ready) => {
      const [first, key] = [await ready(), aKey()];
      const answer = await first(key);
      const before = await written();
      for (const other of others) await expect(other(key)).rejects.toMatchObject(reused);
      expect(await written()).toEqual(before);
      expect(await first(key)).toEqual(answer);
    },
  );
});

describe('an idempotency key of a rejected call', () => {
  const tooMuch = { recipient_email: 'nobody@elsewhere.example', amount: '100000' };
  const insufficient = refusedWith('insufficient_balance');
  const refusedCalls: Record<string, Ready> = {
    'a deposit from a card that is declined': async (key) => {
      const body = { amount: '10', payment_method_id: await methodOf(olu, 'tok_declined') };
      await expect(olu.client.call(endpoints.addFunds, { body }, key)).rejects.toMatchObject(
        refusedWith('payment_declined'),
      );
    },
    'a purchase of more than the balance covers': async (key) => {
      const body = { crypto_symbol: 'BTC', amount_usd: '490', payment_method_id: 'gbp_balance' };
      await expect(olu.client.call(endpoints.buyCoins, { body }, key)).rejects.toMatchObject(insufficient);
    },
  };

  // Rules: api-19
  test.each(Object.entries(refusedCalls))(
    'a key of a rejected call is rejected for other calls: %s',
    async (_, refused) => {
      const key = aKey();
      await refused(key);
      for (const name of ['sendMoney', 'exchangeMoney', 'addFunds', 'buyCoins', 'requestMoney'] as const)
        await expect((await calls[name]())(key)).rejects.toMatchObject(reused);
    },
  );

  test('a key of a rejected send can be used for another send', async () => {
    const key = aKey();
    await expect(olu.client.call(endpoints.sendMoney, { body: tooMuch }, key)).rejects.toMatchObject(insufficient);
    const another = await calls.sendMoney();
    expect(await another(key)).toMatchObject({ status: 'completed' });
  });
});

// Rules: api-19
test('only one of several concurrent calls with one idempotency key succeeds', async () => {
  const names = [
    'addFunds',
    'simulateBankTransfer',
    'withdraw',
    'exchangeMoney',
    'requestMoney',
    'payRequest',
    'payInvoice',
    'recordInvoicePayment',
    'buyCoins',
    'sellCoins',
  ] as const;
  const [ready, key] = [await Promise.all(names.map((name) => calls[name]())), aKey()];
  const results = await Promise.allSettled(ready.map((call) => call(key)));
  const refused = results.flatMap((result) => (result.status === 'rejected' ? [result.reason as unknown] : []));
  expect(refused).toHaveLength(names.length - 1);
  for (const reason of refused) expect(reason).toMatchObject(reused);
});
