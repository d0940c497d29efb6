import { endpoints } from '@florin/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { refusedWith } from '../../../test/refused-with.ts';
import { asManyAsAServer, createTestApp, type TestApp, type TestMember } from '../../../test/test-app.ts';
import { wholeScans } from '../../../test/whole-scans.ts';
import { namedMethod, unnamedMethod } from './method-store.ts';

let florin: TestApp;
beforeAll(async () => {
  florin = await createTestApp({}, {}, asManyAsAServer);
});
afterAll(() => florin.close());

const add = ({ client }: TestMember, token: string) => client.call(endpoints.addPaymentMethod, { body: { token } });
const list = ({ client }: TestMember) => client.call(endpoints.listPaymentMethods);
const remove = ({ client }: TestMember, id: string) => client.call(endpoints.removePaymentMethod, { params: { id } });
const makeDefault = ({ client }: TestMember, id: string) =>
  client.call(endpoints.changePaymentMethod, { params: { id }, body: { is_default: true } });

const defaultOf = async (member: TestMember) => {
  const defaults = (await list(member)).filter((method) => method.is_default);
  expect(defaults).toHaveLength(1);
  return defaults[0]?.id;
};

describe('payment methods', () => {
  test('gives a new member only the USD balance, as the default method', async () => {
    expect(await list(await florin.signUp())).toEqual([
      { id: 'usd_balance', type: 'balance', label: 'USD balance', is_default: true },
    ]);
  });

  // Rules: api-16
  test('lists cards and bank accounts oldest first and the balance last', async () => {
    const ines = await florin.signUp();
    expect(await add(ines, 'tok_visa')).toEqual({
      id: expect.any(String),
      type: 'card',
      label: 'Visa •••• 4242',
      is_default: true,
      brand: 'Visa',
      last4: '4242',
      expiry: '08/29',
    });
    expect(await add(ines, 'tok_bank')).toEqual({
      id: expect.any(String),
      type: 'bank',
      label: 'Sandbox Bank •••• 6789',
      is_default: false,
      name: 'Sandbox Bank',
      account_number: '•••• 6789',
    });
    expect((await list(ines)).map(({ label, is_default }) => [label, is_default])).toEqual([
      ['Visa •••• 4242', true],
      ['Sandbox Bank •••• 6789', false],
      ['USD balance', false],
    ]);
  });

  test.each(['tok_unknown', 'visa', '__proto__', 'constructor', 'toString'])(
    'rejects the unknown token %j and adds nothing',
    async (token) => {
      const ines = await florin.signUp();
      await expect(add(ines, token)).rejects.toMatchObject(
        refusedWith('payment_method_unknown_token', { fields: { token: expect.any(String) } }),
      );
      expect(await list(ines)).toHaveLength(1);
    },
  );

  // Rules: security-28
  test('allows 20 payment methods, even with concurrent additions, and refills a freed place', async () => {
    const ines = await florin.signUp();
    const added = await Promise.allSettled(Array.from({ length: 22 }, () => add(ines, 'tok_visa')));
    const refused = added.filter((one) => one.status === 'rejected').map(({ reason }): unknown => reason);
    const full = refusedWith('payment_method_not_usable', {
      detail: 'An account can have 20 payment methods. Remove one first.',
    });
    expect(refused).toMatchObject([full, full]);
    const [card] = await list(ines);
    await remove(ines, card?.id ?? '');
    await add(ines, 'tok_bank');
    expect(await list(ines)).toHaveLength(21);
  });

  test('makes another method the only default', async () => {
    const ines = await florin.signUp();
    const [visa, mastercard] = [await add(ines, 'tok_visa'), await add(ines, 'tok_mastercard')];
    expect(await defaultOf(ines)).toBe(visa.id);
    expect(await makeDefault(ines, mastercard.id)).toEqual({ ...mastercard, is_default: true });
    expect(await defaultOf(ines)).toBe(mastercard.id);
    await makeDefault(ines, mastercard.id);
    expect(await defaultOf(ines)).toBe(mastercard.id);
  });

  test('passes the default to the oldest remaining method, and finally to the balance', async () => {
    const ines = await florin.signUp();
    const [first, second, third] = [
      await add(ines, 'tok_visa'),
      await add(ines, 'tok_bank'),
      await add(ines, 'tok_visa'),
    ];
    await remove(ines, second.id);
    expect(await defaultOf(ines)).toBe(first.id);
    await makeDefault(ines, third.id);
    const fourth = await add(ines, 'tok_mastercard');
    await remove(ines, third.id);
    expect(await defaultOf(ines)).toBe(first.id);
    await remove(ines, first.id);
    expect(await defaultOf(ines)).toBe(fourth.id);
    await remove(ines, fourth.id);
    expect(await defaultOf(ines)).toBe('usd_balance');
  });

  test('rejects changes to a removed payment method', async () => {
    const ines = await florin.signUp();
    const { id } = await add(ines, 'tok_visa');
    expect(await remove(ines, id)).toBeUndefined();
    await expect(remove(ines, id)).rejects.toMatchObject(refusedWith('payment_method_not_found'));
    await expect(makeDefault(ines, id)).rejects.toMatchObject(refusedWith('payment_method_not_found'));
  });

  test('rejects removing the balance or making it the default', async () => {
    const ines = await florin.signUp();
    await expect(remove(ines, 'usd_balance')).rejects.toMatchObject(refusedWith('payment_method_not_found'));
    await expect(makeDefault(ines, 'usd_balance')).rejects.toMatchObject(refusedWith('payment_method_not_found'));
  });

  test('keeps one default method after concurrent changes', async () => {
    const ines = await florin.signUp();
    const added = await Promise.all(Array.from({ length: 6 }, () => add(ines, 'tok_visa')));
    expect(added.filter((method) => method.is_default)).toHaveLength(1);
    await Promise.all([...added.slice(1).map(({ id }) => makeDefault(ines, id)), remove(ines, added[0]?.id ?? '')]);
    await defaultOf(ines);
    expect(await list(ines)).toHaveLength(6);
  });
});

test("finds a command's payment method without a full table scan", async () => {
  const ines = await florin.signUp();
  const { id } = await add(ines, 'tok_visa');
  const command = { key: crypto.randomUUID(), requestHash: 1n };
  const { ledger } = florin.app.dependencies;
  const named = wholeScans(florin.database.ownerPool, 'payment_methods', async (tx) => {
    expect(await namedMethod({ pool: tx, ledger }, ines.user.id, command, id)).toMatchObject({ id });
  });
  expect(await named).toBe(0);
  const unnamed = wholeScans(florin.database.ownerPool, 'payment_methods', async (tx) => {
    expect(await unnamedMethod({ pool: tx, ledger }, ines.user.id, command)).toMatchObject({ id });
  });
  expect(await unnamed).toBe(0);
});
