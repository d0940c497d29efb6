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
const signedInAgain = async ({ user, password }: TestMember) =>
  florin.clientOf((await florin.client.call(endpoints.login, { body: { email: user.email, password } })).token);

async function withdrawn(amount: string) {
  const member = await florin.signUpWith('100.00');
  const { id: method } = await member.client.call(endpoints.addPaymentMethod, { body: { token: 'tok_bank' } });
  const { id } = await member.client.call(endpoints.withdraw, { body: { amount, payment_method_id: method } });
  return { member, id };
}
const bankLooks = async (rail = recordingRail()) => {
  await settleBankOrders({ ...florin.app.dependencies, rail, callBackSeconds: 0, logger });
  return rail.done.filter((line) => line.startsWith('pay out'));
};
const line = async (member: TestMember, id: string) =>
  (await signedInAgain(member)).call(endpoints.getTransaction, { params: { id } });

/** Whose entries these are. */
async function actors(column: 'key' | 'actor', value: string, kind = 'withdrawal-started'): Promise<string[]> {
  const { rows } = await florin.database.pool.query<{ actor: string }>(
    `select actor from books.entries where case $1 when 'key' then key else actor end = $2 and kind = $3`,
    [column, value, kind],
  );
  return rows.map(({ actor }) => actor);
}

describe('a frozen account', () => {
  // Rules: identity-13
  test('keeps a withdrawal that the bank does not have, and it goes on once unfrozen', async () => {
    const { member, id } = await withdrawn('31.00');
    await freeze(member);
    expect(await bankLooks()).not.toContain('pay out 31.00 USD');
    expect(await bankLooks()).not.toContain('pay out 31.00 USD');
    await unfreeze(member);
    expect(await line(member, id)).toMatchObject({ status: 'pending' });
    expect(await bankLooks()).toContain('pay out 31.00 USD');
    expect(await line(member, id)).toMatchObject({ status: 'completed' });
  });

  // Rules: identity-13
  test('has its withdrawal returned by an operator, who cannot settle it', async () => {
    const { member, id } = await withdrawn('32.00');
    const dependencies = { ...florin.app.dependencies, rail: recordingRail() };
    await freeze(member);
    await expect(settleOrder(dependencies, id, { by })).rejects.toMatchObject({ code: 'account_frozen' });
    expect(dependencies.rail.done).toEqual([]);
    await returnOrder(dependencies, id, { by, reason: 'The account is frozen.' });
    await unfreeze(member);
    expect(await line(member, id)).toMatchObject({ status: 'returned', reason: 'The account is frozen.' });
    expect(await bankLooks()).not.toContain('pay out 32.00 USD');
  });

  test('leaves the bank a withdrawal that it has already', async () => {
    const { member, id } = await withdrawn('33.00');
    const rail = recordingRail();
    await bankLooks({ ...rail, done: [], payOut: async () => ({ state: 'pending' }) });
    await freeze(member);
    expect(await bankLooks()).toContain('pay out 33.00 USD');
    await unfreeze(member);
    expect(await line(member, id)).toMatchObject({ status: 'completed' });
  });

  // Rules: identity-13
  test('that is frozen while the job runs has paid or has not, and never pays after', async () => {
    const withdrawals = await Promise.all(Array.from({ length: 12 }, (_, some) => withdrawn(`${50 + some}.00`)));
    const had = new Set<string>();
    const paid: string[] = [];
    const rail = recordingRail();
    const payOut: typeof rail.payOut = async (order) => {
      paid.push(...(await actors('key', order.reference)));
      return rail.payOut(order);
    };
    const job = bankLooks({ ...rail, payOut });
    const freezeOne = async ({ member }: { member: TestMember }) => {
      await freeze(member);
      for (const actor of await actors('actor', member.user.id, 'withdrawal-sent')) had.add(actor);
    };
    await Promise.all(withdrawals.map(freezeOne));
    await job;
    await bankLooks({ ...rail, payOut });
    expect(paid.filter((member) => !had.has(member))).toEqual([]);
    expect(new Set(paid).size).toBe(had.size);
    for (const { member } of withdrawals) await unfreeze(member);
    await bankLooks();
  });

  // Rules: identity-13
  test('keeps what it has sent to an address without an account, until it is unfrozen', async () => {
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
  test('has its card charged for nothing that was cut off', async () => {
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

describe('an operator', () => {
  const forms: [string, (id: string) => string][] = [
    ['in capitals', (id) => id.toUpperCase()],
    ['in braces', (id) => `{${id}}`],
    ['in braces and capitals', (id) => `{${id.toUpperCase()}}`],
    ['without hyphens', (id) => id.replaceAll('-', '')],
  ];
  // Rules: identity-11
  test.each(forms)('neither unfreezes nor signs out the own account by its id %s', async (_, written) => {
    const olu = await florin.signUp('Olu Adeyemi');
    await florin.database.ownerPool.query(`update users set role = 'operator' where id = $1`, [olu.user.id]);
    const call = { params: { id: written(olu.user.id) } };
    for (const endpoint of [endpoints.unfreezeUser, endpoints.endUserSessions])
      await expect(olu.client.call(endpoint, call)).rejects.toMatchObject(refusedWith('invalid_request'));
    expect(await olu.client.call(endpoints.me)).toMatchObject({ role: 'operator' });
  });

  // Rules: identity-11
  test.each(forms)('cannot freeze the own account by its id %s', async (_, written) => {
    const olu = await florin.signUp('Olu Adeyemi');
    await florin.database.ownerPool.query(`update users set role = 'operator' where id = $1`, [olu.user.id]);
    const call = olu.client.call(endpoints.freezeUser, {
      params: { id: written(olu.user.id) },
      body: { reason: 'Mine' },
    });
    await expect(call).rejects.toMatchObject(refusedWith('invalid_request'));
    expect(await olu.client.call(endpoints.me)).toMatchObject({ role: 'operator' });
  });
});
