import { randomUUID } from 'node:crypto';
import { endpoints, type CaughtMail } from '@florin/contract';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { closeLedgers, reopenLedgers } from '../../../test/all-ledgers.ts';
import { refusedWith } from '../../../test/refused-with.ts';
import { createTestApp, type TestApp, type TestMember } from '../../../test/test-app.ts';
import { endHeldSends } from './end-held-sends.ts';
import { inviteRecipients } from './invite-recipients.ts';

let florin: TestApp;
beforeAll(async () => {
  florin = await createTestApp({ FLORIN_EMAIL_CONFIRMATION: 'on', PUBLIC_URL: 'https://florin.example' });
});
afterEach(() => florin.expectCleanBooks());
afterAll(() => florin.close());

const invite = () =>
  inviteRecipients({ pool: florin.database.pool, publicUrl: 'https://florin.example', rateLimits: true });
const newAddress = () => `new.person+${randomUUID().slice(0, 8)}@florin.example`;

const send = ({ client }: TestMember, to: string, amount: string, currency: 'USD' | 'EUR' = 'USD') =>
  client.call(endpoints.sendMoney, { body: { recipient_email: to, amount, currency, note: 'for lunch' } });

const mailsTo = (to: string): Promise<CaughtMail[]> => florin.client.call(endpoints.listCaughtMails, { query: { to } });

const usdOf = async ({ client }: { client: TestMember['client'] }) =>
  (await client.call(endpoints.me)).balances.usd_exact;

const password = 'correct horse battery';

async function signUpAs(email: string) {
  const body = { name: 'Jonas Weber', email, password };
  const { token } = await florin.client.call(endpoints.signup, { body });
  return florin.clientOf(token);
}

/** Opens the link in the newest confirmation mail to the address. */
async function confirm(email: string) {
  const mail = (await mailsTo(email)).find(({ subject }) => subject === 'Confirm your email address');
  const token = mail?.link?.split('#')[1] ?? '';
  return florin.client.call(endpoints.confirmEmail, { body: { token, password } });
}

describe('an invitation to claim a held send', () => {
  test('invites an unknown address once and credits it after sign-up and confirmation', async () => {
    const [ines, address] = [await florin.signUpWith('500.00', 'Ines Almeida'), newAddress()];
    const line = await send(ines, address, '100.00');
    expect(line).toMatchObject({ status: 'pending', amount_exact: '-102.00', counter_amount_exact: '100.00' });
    expect(await usdOf(ines)).toBe('398.00');

    await Promise.all([invite(), invite()]);
    await invite();
    const [mail, ...others] = await mailsTo(address);
    expect(others).toEqual([]);
    expect(mail).toMatchObject({
      subject: 'Ines Almeida sent you $100.00',
      link: expect.stringContaining(`https://florin.example/signup?email=${encodeURIComponent(address)}#`),
    });
    for (const words of [ines.user.email, 'Their note: for lunch', address]) expect(mail?.text).toContain(words);
    const returnDay = new Date(line.expires_at ?? '').toLocaleDateString('en-US', {
      dateStyle: 'long',
      timeZone: 'UTC',
    });
    expect(mail?.text).toContain(`If you don’t claim it within 30 days, it returns to Ines Almeida on ${returnDay}.`);

    const jonas = await signUpAs(address);
    expect(await usdOf({ client: jonas })).toBe('0.00');
    expect(await confirm(address)).toEqual({ email: address, already: false, claimed: 1 });
    expect([await usdOf(ines), await usdOf({ client: jonas })]).toEqual(['398.00', '100.00']);
    const [received] = await jonas.call(endpoints.listTransactions, { query: {} });
    expect(received).toMatchObject({ type: 'receive', amount_exact: '100.00', from: ines.user.email });
    expect(await confirm(address), 'the second opening').toEqual({ email: address, already: true, claimed: 0 });
    expect(await usdOf({ client: jonas })).toBe('100.00');
  });

  test('lists several held sends in one mail with a sum per currency', async () => {
    const [ines, address] = [await florin.signUpWith('500.00', 'Ines'), newAddress()];
    const [card] = await ines.client.call(endpoints.listPaymentMethods);
    const euros = { amount: '2000.00', currency: 'EUR', payment_method_id: card?.id ?? '' } as const;
    await ines.client.call(endpoints.addFunds, { body: euros });
    await send(ines, address, '10.00');
    await send(ines, address, '20.00', 'EUR');
    await send(ines, address, '5.50');
    await invite();
    expect(await mailsTo(address)).toMatchObject([{ subject: 'Ines sent you $15.50 and €20.00' }]);
    await signUpAs(address);
    expect(await confirm(address)).toMatchObject({ claimed: 3 });
  });

  test('credits a held send later if the ledger is closed at confirmation', async () => {
    const [ines, address] = [await florin.signUpWith('500.00', 'Ines'), newAddress()];
    await send(ines, address, '100.00');
    const jonas = await signUpAs(address);
    await closeLedgers(florin);
    expect(await confirm(address)).toEqual({ email: address, already: false, claimed: 0 });
    expect(await jonas.call(endpoints.me)).toMatchObject({ email_confirmed: true, balances: { usd_exact: '0.00' } });
    await reopenLedgers(florin);
    await endHeldSends(florin.app.dependencies);
    expect(await usdOf({ client: jonas })).toBe('100.00');
  });

  test('mails no invitation for a rejected send', async () => {
    const [ines, address] = [await florin.signUpWith('50.00'), newAddress()];
    await expect(send(ines, address, '100.00')).rejects.toMatchObject(refusedWith('insufficient_balance'));
    await invite();
    expect(await mailsTo(address)).toEqual([]);
  });

  test('mails no invitation for a send that was canceled before its mail', async () => {
    const [ines, address] = [await florin.signUpWith('50.00'), newAddress()];
    const { id } = await send(ines, address, '10.00');
    await ines.client.call(endpoints.cancelTransaction, { params: { id } });
    await invite();
    expect(await mailsTo(address)).toEqual([]);
    await signUpAs(address);
    expect(await confirm(address)).toMatchObject({ claimed: 0 });
    expect(await usdOf(ines)).toBe('50.00');
  });
});

/** Makes earlier invitations and counters older. */
const skipHours = async (hours: number) => {
  const { ownerPool } = florin.database;
  await ownerPool.query('update held_sends set invited_at = invited_at - make_interval(hours => $1)', [hours]);
  await ownerPool.query('update use_counts set counted_until = counted_until - make_interval(hours => $1)', [hours]);
};

describe('limits for invitations', () => {
  // Rules: security-28
  test('mails an invited address once a day per sender with the money that still waits', async () => {
    const [ines, hana, address] = [await florin.signUpWith('50.00'), await florin.signUpWith('50.00'), newAddress()];
    for (const amount of ['1.00', '2.00', '3.00', '4.00']) {
      const { id } = await send(ines, address, amount);
      await invite();
      if (amount !== '3.00') await ines.client.call(endpoints.cancelTransaction, { params: { id } });
    }
    await send(hana, address, '9.00');
    await invite();
    const invitedSums = async () =>
      (await mailsTo(address)).flatMap(({ subject }) => / sent you (.*)$/.exec(subject)?.[1] ?? []).toSorted();
    expect(await invitedSums()).toEqual(['$1.00', '$9.00']);
    await skipHours(23);
    await invite();
    expect(await invitedSums()).toEqual(['$1.00', '$9.00']);
    await skipHours(1);
    await invite();
    await invite();
    expect(await invitedSums()).toEqual(['$1.00', '$3.00', '$9.00']);
  });

  test('mails 100 unknown addresses a day per sender and the remaining addresses later', async () => {
    const [ines, hana] = [await florin.signUpWith('50.00'), await florin.signUpWith('50.00')];
    const addresses = Array.from({ length: 101 }, newAddress);
    for (const address of addresses) await send(ines, address, '0.01');
    const another = newAddress();
    await send(hana, another, '1.00');
    const mailed = async () => (await Promise.all(addresses.map(mailsTo))).flat().length;
    for (let i = 0; i < 3; i++) await invite();
    expect([await mailed(), (await mailsTo(another)).length]).toEqual([100, 1]);
    await skipHours(24);
    await invite();
    expect(await mailed()).toBe(101);
  });
});
