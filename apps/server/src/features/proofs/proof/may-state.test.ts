import { inspect } from 'node:util';
import { endpoints } from '@florin/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { actingClient, details, openBusiness } from '../../../../test/business.ts';
import { refusedWith } from '../../../../test/refused-with.ts';
import { asManyAsAServer, createTestApp, type TestApp, type TestMember } from '../../../../test/test-app.ts';
import { followJournal } from '../log/follow-journal.ts';
import { stateSums } from '../sums/state-sums.ts';
import { latestSums } from '../sums/sum-store.ts';
import { assertMayState } from './may-state.ts';
import { proofOf } from './proof.ts';

let florin: TestApp;
beforeAll(async () => {
  florin = await createTestApp({ FLORIN_EMAIL_CONFIRMATION: 'on' }, {}, asManyAsAServer);
});
afterAll(async () => {
  await florin.expectCleanBooks();
  await florin.close();
});

const log = () => florin.app.dependencies.log;
const state = () => stateSums(log());
const prove = (client: TestMember['client']) => client.call(endpoints.getProof, { query: {} });
const statementOf = async (client: TestMember['client']) => (await prove(client)).statement;
const notReady = refusedWith('proof_not_ready');

test('a person who takes the address of a business does not get a statement of earlier sums', async () => {
  const ines = await florin.confirm(await florin.signUp('Ines'));
  const acme = await openBusiness(florin, ines);
  await state();
  expect(await statementOf(actingClient(florin, ines.token, acme.handle))).toContain('/statement\n');
  const jonas = await florin.signUp('Jonas', acme.email);
  await expect(prove(jonas.client)).rejects.toMatchObject(notReady);
  await state();
  expect(await statementOf(jonas.client)).toContain('/statement\n');
});

async function changeEmail({ client, password }: TestMember, email: string): Promise<void> {
  await client.call(endpoints.changeEmail, { body: { email, current_password: password } });
  const mails = await florin.client.call(endpoints.listCaughtMails, { query: { to: email } });
  const token = mails.flatMap(({ link }) => /#([\w-]{43})$/.exec(link ?? '')?.[1] ?? [])[0] ?? '';
  await client.call(endpoints.confirmEmailChange, { body: { token } });
}

/** Two ways to free an address. */
const freeing: Record<string, (member: TestMember) => Promise<unknown>> = {
  'gave up': async (member) => {
    const { email } = member.user;
    await changeEmail(member, `new-${email}`);
    await expect(prove(member.client)).rejects.toMatchObject(notReady);
    await member.client.call(endpoints.giveUpAddress, { body: { email } });
    await expect(prove(member.client)).rejects.toMatchObject(notReady);
  },
  'freed by closing the account': async ({ client, password }) => {
    const recipient = await florin.confirm(await florin.signUp());
    const body = { recipient_email: recipient.user.email, amount: '50.00' }; // the fee is 1.00
    await client.call(endpoints.sendMoney, { body });
    await client.call(endpoints.closeAccount, { body: { current_password: password } });
  },
};

test.each(Object.entries(freeing))(
  'a new owner of an address that a member %s waits for the next sums',
  async (_, free) => {
    const ines = await florin.signUpWith('51.00');
    await state();
    expect(await statementOf(ines.client)).toContain('\nUSD 5100\n');
    await free(ines);
    const jonas = await florin.signUp('Jonas', ines.user.email);
    await expect(prove(jonas.client)).rejects.toMatchObject(notReady);
    await state();
    expect(await statementOf(jonas.client)).not.toContain('USD');
  },
);

test('only one of two accounts that ask at the same moment gets a statement of one number and address', async () => {
  const [one, other] = [await florin.signUp(), await florin.signUp()];
  const [text, email] = ['some statement\n', one.user.email];
  const owners = [one, other, one, other].map(({ user: { id } }) => ({ id, email }));
  await state();
  const [newest] = await latestSums(log().pool, 1);
  const number = newest?.number ?? 0;
  const ends = await Promise.allSettled(owners.map((owner) => assertMayState(log(), owner, { number, text })));
  expect(ends.filter(({ status }) => status === 'fulfilled')).toHaveLength(2);
  expect(ends.map(({ status }) => status).slice(0, 2)).toEqual(ends.map(({ status }) => status).slice(2));
});

test('signed statements of sums are deleted with the trees of the sums', async () => {
  const { client } = await florin.signUp();
  const numbers = async () =>
    (await log().pool.query<{ number: bigint }>('select distinct number from signed_statements order by 1')).rows;
  await state();
  await prove(client);
  const [{ number } = { number: 0n }] = (await numbers()).slice(-1);
  await state();
  expect(await numbers()).toContainEqual({ number });
  await state();
  expect(await numbers()).not.toContainEqual({ number });
});

test('a new person gets a proof without waiting for the next sums', async () => {
  await state();
  expect(await statementOf((await florin.signUp()).client)).toContain('/statement\n');
});

test('a person who confirms the address and gets money after the sums has a proof immediately', async () => {
  const lea = await florin.signUp();
  await state();
  const { client } = await florin.confirm(lea);
  const card = await client.call(endpoints.addPaymentMethod, { body: { token: 'tok_visa' } });
  await client.call(endpoints.addFunds, { body: { amount: '20.00', payment_method_id: card.id } });
  await followJournal(log());
  const { entries, balances } = await prove(client);
  expect([entries.length, balances]).toEqual([1, []]);
});

test('among businesses with one address, only the business that confirmed it gets a statement', async () => {
  const ines = await florin.confirm(await florin.signUp('Ines'));
  const acme = await openBusiness(florin, ines);
  const body = { name: 'Second', handle: `second-${acme.handle}`, email: acme.email, details };
  const client = actingClient(florin, ines.token, acme.handle);
  await state();
  expect(await statementOf(client)).toContain('/statement\n');
  await ines.client.call(endpoints.openBusiness, { body });
  await state();
  const second = actingClient(florin, ines.token, body.handle);
  const shared = /Confirm the address of the business first/;
  for (const one of [client, second]) await expect(prove(one)).rejects.toThrow(shared);
  const mails = await florin.client.call(endpoints.listCaughtMails, { query: { to: acme.email } });
  const token = mails.flatMap(({ link }) => /#([\w-]{43})$/.exec(link ?? '')?.[1] ?? []).at(-1) ?? '';
  await ines.client.call(endpoints.confirmEmail, { body: { token } });
  expect(await statementOf(client)).toContain('/statement\n');
  await expect(prove(second)).rejects.toThrow(shared);
});

test.each([
  ['before it reads them', 'sum-leaf-tiles'],
  ['after it has read them', 'log-bundles-around'],
])('a proof whose trees are deleted %s is refused', async (_, statement) => {
  const { user } = await florin.signUpWith('20.00');
  await state();
  const { pool } = log();
  const isFirst = { value: true };
  const readTrees = async (query: unknown) => {
    if (!inspect(query).includes(statement) || !isFirst.value) return;
    isFirst.value = false;
    await state();
    await state();
  };
  const slow = new Proxy(pool, {
    get: (target, name) =>
      name === 'query'
        ? async (...given: Parameters<typeof target.query>) => {
            await readTrees(given[0]);
            return target.query(...given);
          }
        : Reflect.get(target, name),
  });
  const { ledger } = florin.app.dependencies;
  const proving = { log: { ...log(), pool: slow }, ledger, witnesses: [], witnessesNeeded: 0 };
  await expect(proofOf(proving, user, undefined)).rejects.toMatchObject({ code: 'proof_not_ready' });
});
