import { randomUUID } from 'node:crypto';
import { endpoints } from '@florin/contract';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { refusedWith } from '../../../test/refused-with.ts';
import { createTestApp, type TestApp, type TestMember } from '../../../test/test-app.ts';
import { openAccount } from './sign-up.ts';

let florin: TestApp;
beforeAll(async () => {
  florin = await createTestApp({ FLORIN_EMAIL_CONFIRMATION: 'on' });
});
afterEach(() => florin.expectCleanBooks());
afterAll(() => florin.close());

const newAddress = () => `${randomUUID()}@florin.example`;
const send = ({ client }: TestMember, recipient_email: string, amount = '10.00') =>
  client.call(endpoints.sendMoney, { body: { recipient_email, amount } });
const usdOf = async ({ client }: TestMember) => (await client.call(endpoints.me)).balances.usd_exact;

describe('an account with an unconfirmed address', () => {
  // Rules: identity-1
  test('an unconfirmed address looks like an unknown address to other members, and money for it waits', async () => {
    const ines = await florin.signUpWith('100.00', 'Ines');
    const [squatted, unknown] = [newAddress(), newAddress()];
    const squatter = await florin.signUp('The Manager', squatted);
    const seen = async (email: string) => {
      const found = await ines.client.call(endpoints.lookUpRecipient, { body: { email } });
      const contact = await ines.client.call(endpoints.addContact, { body: { email } });
      const { status, counterparty, to } = await send(ines, email);
      const known = await ines.client.call(endpoints.lookUpRecipient, { body: { email } });
      const [listed] = (await ines.client.call(endpoints.listContacts)).filter((one) => one.email === email);
      const asked = await ines.client.call(endpoints.requestMoney, { body: { recipient_email: email, amount: '1' } });
      const text = JSON.stringify([
        { found, known, recipient: asked.recipient, status, counterparty, to },
        { name: contact.name, avatar: contact.avatar, listed: listed?.name, picture: listed?.avatar },
      ]);
      return text.replaceAll(email, 'the address');
    };
    expect(await seen(squatted)).toBe(await seen(unknown));
    expect(await usdOf(squatter)).toBe('0.00');
    const history = await ines.client.call(endpoints.listTransactions, { query: {} });
    expect(JSON.stringify(history)).not.toContain('The Manager');
    await florin.confirm(squatter);
    expect(await usdOf(squatter)).toBe('10.00');
  });

  // Rules: identity-1
  test('an unconfirmed account cannot request, receive or withdraw money', async () => {
    const [colleague, manager] = [await florin.signUpWith('500.00', 'Colleague'), newAddress()];
    const squatter = await florin.signUp('The Manager', manager);
    const notConfirmed = refusedWith('email_not_confirmed');
    await expect(
      squatter.client.call(endpoints.requestMoney, {
        body: { recipient_email: colleague.user.email, amount: '400.00' },
      }),
    ).rejects.toMatchObject(notConfirmed);
    await send(colleague, manager, '400.00');
    expect(await usdOf(squatter)).toBe('0.00');
    const bank = await squatter.client.call(endpoints.addPaymentMethod, { body: { token: 'tok_bank' } });
    const body = { amount: '10.00', payment_method_id: bank.id };
    await expect(squatter.client.call(endpoints.withdraw, { body })).rejects.toMatchObject(notConfirmed);
    const mails = await florin.client.call(endpoints.listCaughtMails, { query: { to: colleague.user.email } });
    expect(JSON.stringify(mails)).not.toContain('Manager');
  });

  test('the history shows an address instead of a name if its confirmation was withdrawn', async () => {
    const [ines, hana] = [await florin.signUpWith('100.00'), await florin.confirm(await florin.signUp('Hana'))];
    const { id } = await send(ines, hana.user.email);
    await florin.database.ownerPool.query('update users set email_confirmed_at = null where id = $1', [hana.user.id]);
    const line = await ines.client.call(endpoints.getTransaction, { params: { id } });
    expect(line).toMatchObject({ counterparty: hana.user.email, to: hana.user.email });
  });

  test('an address that was confirmed by sign-up stays confirmed after confirmation becomes required', async () => {
    const email = newAddress();
    const newcomer = { name: 'Early', email, password: 'correct horse battery' };
    await openAccount({ ...florin.app.dependencies, emailConfirmation: false }, newcomer);
    const { user } = await florin.client.call(endpoints.login, { body: newcomer });
    expect(user).toMatchObject({ email_confirmed: true, kyc_level: 1 });
  });

  test('a member can change an unconfirmed address', async () => {
    const ines = await florin.signUp('Ines');
    const email = newAddress();
    await ines.client.call(endpoints.changeEmail, { body: { email, current_password: ines.password } });
    const [mail] = await florin.client.call(endpoints.listCaughtMails, { query: { to: email } });
    await ines.client.call(endpoints.confirmEmailChange, { body: { token: mail?.link?.split('#')[1] ?? '' } });
    expect(await ines.client.call(endpoints.me)).toMatchObject({ email, email_confirmed: true });
  });

  test('parallel confirmations claim the waiting money once', async () => {
    const ines = await florin.signUpWith('100.00');
    const email = newAddress();
    await send(ines, email, '50.00');
    const jonas = await florin.signUp('Jonas', email);
    const mails = await florin.client.call(endpoints.listCaughtMails, { query: { to: email } });
    const token = mails.flatMap(({ link }) => /\/confirm-email#(.+)$/.exec(link ?? '')?.[1] ?? [])[0] ?? '';
    const confirming = [jonas.client, florin.client, jonas.client].map((client) =>
      client.call(endpoints.confirmEmail, { body: { token, password: jonas.password } }),
    );
    const answers = await Promise.all(confirming);
    expect(answers.map(({ claimed }) => claimed).reduce((sum, one) => sum + one)).toBe(1);
    expect(await usdOf(jonas)).toBe('50.00');
  });
});
