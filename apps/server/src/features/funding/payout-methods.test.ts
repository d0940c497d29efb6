import { endpoints } from '@florin/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { refusedWith } from '../../../test/refused-with.ts';
import { createTestApp, type TestApp, type TestMember } from '../../../test/test-app.ts';

let florin: TestApp;
beforeAll(async () => {
  florin = await createTestApp({ PAYOUT_METHOD_WAIT_HOURS: '24' });
});
afterAll(async () => {
  await florin.expectCleanBooks();
  await florin.close();
});

const add = ({ client }: TestMember, token = 'tok_bank') =>
  client.call(endpoints.addPaymentMethod, { body: { token } });
const withdraw = ({ client }: TestMember, id: string, key?: string) =>
  client.call(
    endpoints.withdraw,
    { body: { amount: '20.00', payment_method_id: id } },
    key === undefined ? {} : { idempotencyKey: key },
  );
const mailsOf = async ({ user }: TestMember) => {
  const mails = await florin.client.call(endpoints.listCaughtMails, { query: { to: user.email } });
  return mails.filter(({ subject }) => subject === 'Bank account added');
};
const skipOneDay = ({ user }: TestMember) =>
  florin.database.ownerPool.query(
    `update payment_methods set usable_from = usable_from - interval '24 hours' where user_id = $1`,
    [user.id],
  );

describe('a bank account named by its number', () => {
  const eur = (iban: string) => ({ body: { currency: 'EUR', iban } }) as const;
  const usd = (account_type: 'checking' | 'savings') =>
    ({ body: { currency: 'USD', routing_number: '021000021', account_number: '12345', account_type } }) as const;
  const known = (field: string) =>
    refusedWith('invalid_request', {
      detail: 'You added this bank account before. Choose it from your list.',
      fields: { [field]: 'You added this bank account before. Choose it from your list.' },
    });

  test('a bank account named by its number is refused the second time, in any spelling and even at the same moment', async () => {
    const { client } = await florin.signUp();
    const tries = await Promise.allSettled(
      ['NL91ABNA0417164300', 'nl91 abna 0417 1643 00', 'NL91 ABNA 0417164300'].map((iban) =>
        client.call(endpoints.addBankAccount, eur(iban)),
      ),
    );
    expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    await expect(client.call(endpoints.addBankAccount, eur('NL91ABNA0417164300'))).rejects.toMatchObject(known('iban'));
    await client.call(endpoints.addBankAccount, usd('checking'));
    await expect(client.call(endpoints.addBankAccount, usd('savings'))).rejects.toMatchObject(known('account_number'));
  });

  test('a bank account named by its number can be added again after its removal, and by other members', async () => {
    const [ines, jonas] = [await florin.signUp(), await florin.signUp()];
    const { id } = await ines.client.call(endpoints.addBankAccount, eur('NL91ABNA0417164300'));
    await ines.client.call(endpoints.removePaymentMethod, { params: { id } });
    for (const { client } of [ines, jonas])
      expect(await client.call(endpoints.addBankAccount, eur('NL91ABNA0417164300'))).toMatchObject({ currency: 'EUR' });
  });

  test('a bank account named by its number stays usable if it was stored without a digest', async () => {
    const ines = await florin.signUpWith('50.00');
    const { id } = await ines.client.call(endpoints.addBankAccount, usd('checking'));
    await florin.database.ownerPool.query('update payment_methods set number_digest = null where id = $1', [id]);
    await skipOneDay(ines);
    expect((await withdraw(ines, id)).status).toBe('pending');
  });
});

describe('a new bank account', () => {
  // Rules: identity-7
  test('mails a new bank account immediately with its first withdrawal time, even without email consent', async () => {
    const ines = await florin.signUp();
    await ines.client.call(endpoints.changePreferences, { body: { email: false } });
    await add(ines, 'tok_visa');
    expect(await mailsOf(ines)).toEqual([]);
    const { withdrawals_from: from = '' } = await add(ines);
    const [mail, ...more] = await mailsOf(ines);
    expect(more).toEqual([]);
    expect(mail?.text).toContain('Sandbox Bank •••• 6789');
    expect(mail?.text).toContain(`from ${from.slice(0, 16).replace('T', ' ')} UTC.`);
  });

  // Rules: identity-7
  test('accepts withdrawals to a new bank account only after the wait', async () => {
    const ines = await florin.signUpWith('50.00');
    const { id, withdrawals_from: from = '' } = await add(ines);
    expect((Date.parse(from) - Date.now()) / 3_600_000).toBeCloseTo(24, 1);
    await expect(withdraw(ines, id)).rejects.toMatchObject(
      refusedWith('payment_method_not_usable', {
        detail: expect.stringMatching(/^This bank account is new\. .* UTC\.$/),
      }),
    );
    await skipOneDay(ines);
    expect((await withdraw(ines, id)).status).toBe('pending');
    const listed = await ines.client.call(endpoints.listPaymentMethods);
    expect(listed.find((method) => method.id === id)).not.toHaveProperty('withdrawals_from');
  });

  test('repeats the answer of an earlier withdrawal while the bank account waits again', async () => {
    const ines = await florin.signUpWith('50.00');
    const { id } = await add(ines);
    await skipOneDay(ines);
    const first = await withdraw(ines, id, 'once');
    await florin.database.ownerPool.query(
      `update payment_methods set usable_from = now() + interval '1 hour' where user_id = $1`,
      [ines.user.id],
    );
    expect((await withdraw(ines, id, 'once')).id).toBe(first.id);
  });
});
