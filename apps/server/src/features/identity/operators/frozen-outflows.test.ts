import { randomUUID } from 'node:crypto';
import { endpoints } from '@florin/contract';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { recordingRail } from '../../../../test/recording-rail.ts';
import { refusedWith } from '../../../../test/refused-with.ts';
import { asManyAsAServer, createTestApp, type TestApp, type TestMember } from '../../../../test/test-app.ts';
import { settleBankOrders } from '../../funding/index.ts';
import { resumeAbandonedCharges } from '../../funding/resume-charges.ts';
import { endHeldSends } from '../../transfers/end-held-sends.ts';
import { returnOrder, settleOrder } from '../../funding/operators/decide-order.ts';
import { listPendingOrders } from '../../funding/operators/pending-orders.ts';
import { freezeUser, unfreezeUser } from './change-user.ts';

const by = { operator: 'command line' } as const;
const logger = pino({ level: 'silent' });
let florin: TestApp;
beforeAll(async () => {
  florin = await createTestApp({}, {}, asManyAsAServer);
});
afterEach(() => florin.expectCleanBooks());
afterAll(() => florin.close());

const freeze = ({ user }: TestMember) =>
  freezeUser(florin.database.pool, user.id, { ...by, reason: 'Reported as stolen' });
const unfreeze = ({ user }: TestMember) => unfreezeUser(florin.database.pool, user.id, by);
const signInAgain = async ({ user, password }: TestMember) =>
  florin.clientOf((await florin.client.call(endpoints.login, { body: { email: user.email, password } })).token);

async function withdrawn(amount: string) {
  const member = await florin.signUpWith('100.00');
  const { id: method } = await member.client.call(endpoints.addPaymentMethod, { body: { token: 'tok_bank' } });
  const { id } = await member.client.call(endpoints.withdraw, { body: { amount, payment_method_id: method } });
  return { member, id };
}
const processBankOrders = async (rail = recordingRail()) => {
  await settleBankOrders({ ...florin.app.dependencies, rail, callBackSeconds: 0, logger });
  return rail.done.filter((line) => line.startsWith('pay out'));
};
const listed = async (id: string) => (await listPendingOrders(florin.database.pool)).find((order) => order.id === id);
const line = async (member: TestMember, id: string) =>
  (await signInAgain(member)).call(endpoints.getTransaction, { params: { id } });

/** Returns the members whose entries these are. */
async function actors(column: 'key' | 'actor', value: string, kind = 'withdrawal-started'): Promise<string[]> {
  const { rows } = await florin.database.pool.query<{ actor: string }>(
    `select actor from books.entries where case $1 when 'key' then key else actor end = $2 and kind = $3`,
    [column, value, kind],
  );
  return rows.map(({ actor }) => actor);
}

describe('a frozen account', () => {
  // Rules: identity-13
  test('a frozen account holds a withdrawal that the bank has not received, until it is unfrozen', async () => {
    const { member, id } = await withdrawn('31.00');
    await freeze(member);
    expect(await processBankOrders()).not.toContain('pay out 31.00 USD');
    expect(await processBankOrders()).not.toContain('pay out 31.00 USD');
    await unfreeze(member);
    expect(await line(member, id)).toMatchObject({ status: 'pending' });
    expect(await processBankOrders()).toContain('pay out 31.00 USD');
    expect(await line(member, id)).toMatchObject({ status: 'completed' });
  });

  // Rules: identity-13
  test('an operator can return a frozen account’s withdrawal and cannot settle it', async () => {
    const { member, id } = await withdrawn('32.00');
    const dependencies = { ...florin.app.dependencies, rail: recordingRail() };
    await freeze(member);
    const refused = { code: 'account_frozen', message: (await listed(id))?.not_settleable };
    await expect(settleOrder(dependencies, id, { by })).rejects.toMatchObject(refused);
    expect(refused.message).toBe('This account is frozen. Unfreeze it first, or return the withdrawal.');
    expect((await listed(id))?.not_returnable).toBeNull();
    expect(dependencies.rail.done).toEqual([]);
    await returnOrder(dependencies, id, { by, reason: 'The account is frozen.' });
    await unfreeze(member);
    expect(await line(member, id)).toMatchObject({ status: 'returned', reason: 'The account is frozen.' });
    expect(await processBankOrders()).not.toContain('pay out 32.00 USD');
  });

  test('freezing does not stop a withdrawal that the bank already has', async () => {
    const { member, id } = await withdrawn('33.00');
    const rail = recordingRail();
    await processBankOrders({ ...rail, done: [], payOut: async () => ({ state: 'pending' }) });
    await freeze(member);
    expect(await processBankOrders()).toContain('pay out 33.00 USD');
    await unfreeze(member);
    expect(await line(member, id)).toMatchObject({ status: 'completed' });
  });

  // Rules: identity-13
  test('freezing during the payout job pays each withdrawal before the freeze or not at all', async () => {
    const withdrawals = await Promise.all(Array.from({ length: 12 }, (_, some) => withdrawn(`${50 + some}.00`)));
    const sent = new Set<string>();
    const paid: string[] = [];
    const rail = recordingRail();
    const payOut: typeof rail.payOut = async (order) => {
      paid.push(...(await actors('key', order.reference)));
      return rail.payOut(order);
    };
    const job = processBankOrders({ ...rail, payOut });
    const freezeOne = async ({ member }: { member: TestMember }) => {
      await freeze(member);
      for (const actor of await actors('actor', member.user.id, 'withdrawal-sent')) sent.add(actor);
    };
    await Promise.all(withdrawals.map(freezeOne));
    await job;
    await processBankOrders({ ...rail, payOut });
    expect(paid.filter((member) => !sent.has(member))).toEqual([]);
    expect(new Set(paid).size).toBe(sent.size);
    for (const { member } of withdrawals) await unfreeze(member);
    await processBankOrders();
  });

  // Rules: identity-13
  test('a frozen account holds money sent to an address without an account, until it is unfrozen', async () => {
    const sender = await florin.signUpWith('100.00');
    const email = `${randomUUID().slice(0, 8)}@florin.example`;
    await sender.client.call(endpoints.sendMoney, { body: { recipient_email: email, amount: '20.00' } });
    await freeze(sender);
    const claimant = await florin.confirm(await florin.signUp('New Friend', email));
    const balance = async () => (await claimant.client.call(endpoints.me)).balances.usd_exact;
    await endHeldSends({ ...florin.app.dependencies, logger });
    expect(await balance()).toBe('0.00');
    await unfreeze(sender);
    await endHeldSends({ ...florin.app.dependencies, logger });
    expect(await balance()).toBe('20.00');
  });

  // Rules: identity-13
  test('a frozen account’s card is not charged for an unfinished payment', async () => {
    const member = await florin.signUp();
    const { id } = await member.client.call(endpoints.addPaymentMethod, { body: { token: 'tok_visa' } });
    await florin.database.ownerPool.query(
      `insert into charges (id, user_id, request_hash, payment_method_id, amount, asset, purpose, details, state, working_until)
       values ($1, $2, 1, $3, 2500, 'USD', 'deposit', '{}', 'started', now() - interval '1 minute')`,
      [randomUUID(), member.user.id, id],
    );
    const rail = recordingRail();
    const finishers = { deposit: async () => undefined, buy: async () => undefined };
    const resume = () => resumeAbandonedCharges({ pool: florin.database.pool, rail, logger }, finishers);
    await freeze(member);
    await resume();
    expect(rail.done).toEqual([]);
    await unfreeze(member);
    await resume();
    expect(rail.done).toEqual(['charge 25.00 USD']);
  });
});

describe('an operator’s own account', () => {
  const forms: [string, (id: string) => string][] = [
    ['in upper case', (id) => id.toUpperCase()],
    ['in braces', (id) => `{${id}}`],
    ['in braces and upper case', (id) => `{${id.toUpperCase()}}`],
    ['without hyphens', (id) => id.replaceAll('-', '')],
  ];
  // Rules: identity-11
  test.each(forms)('an operator cannot unfreeze or sign out their own account by its id %s', async (_, spell) => {
    const olu = await florin.signUp('Olu Adeyemi');
    await florin.database.ownerPool.query(`update users set role = 'operator' where id = $1`, [olu.user.id]);
    const call = { params: { id: spell(olu.user.id) } };
    for (const endpoint of [endpoints.unfreezeUser, endpoints.endUserSessions])
      await expect(olu.client.call(endpoint, call)).rejects.toMatchObject(refusedWith('invalid_request'));
    expect(await olu.client.call(endpoints.me)).toMatchObject({ role: 'operator' });
  });

  // Rules: identity-11
  test.each(forms)('an operator cannot freeze their own account by its id %s', async (_, spell) => {
    const olu = await florin.signUp('Olu Adeyemi');
    await florin.database.ownerPool.query(`update users set role = 'operator' where id = $1`, [olu.user.id]);
    const call = olu.client.call(endpoints.freezeUser, {
      params: { id: spell(olu.user.id) },
      body: { reason: 'Mine' },
    });
    await expect(call).rejects.toMatchObject(refusedWith('invalid_request'));
    expect(await olu.client.call(endpoints.me)).toMatchObject({ role: 'operator' });
  });
});
