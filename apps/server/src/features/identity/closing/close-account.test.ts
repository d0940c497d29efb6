import { endpoints } from '@florin/contract';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { refusedWith } from '../../../../test/refused-with.ts';
import { createTestApp, type TestApp, type TestMember } from '../../../../test/test-app.ts';
import { turnOnTwoFactor } from '../../../../test/two-factor.ts';
import { simulatedMailer } from '../../../providers/mailer/simulated.ts';
import { deliverMails } from '../../mail/deliver-mails.ts';
import { queueNews } from '../../mail/index.ts';
import { inviteRecipients } from '../../transfers/invite-recipients.ts';
import { mailPasswordResets } from '../password/forgot-password.ts';

let florin: TestApp;
beforeAll(async () => {
  florin = await createTestApp({ FLORIN_EMAIL_CONFIRMATION: 'on' });
});
afterAll(async () => {
  await florin.expectCleanBooks();
  await florin.close();
});

const close = ({ client, password }: TestMember, current = password) =>
  client.call(endpoints.closeAccount, { body: { current_password: current } });
const send = ({ client }: TestMember, to: string, amount: string) =>
  client.call(endpoints.sendMoney, { body: { recipient_email: to, amount, note: 'rent' } });
const mailsTo = (to: string) => florin.client.call(endpoints.listCaughtMails, { query: { to } });
const deliver = () =>
  deliverMails({
    ...florin.app.dependencies,
    mailer: simulatedMailer,
    logger: pino({ level: 'silent' }),
    mode: 'sandbox',
  });

/** Returns every row of every table as text. */
async function everyRow(): Promise<string[]> {
  const { ownerPool } = florin.database;
  const tables = await ownerPool.query<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname in ('public', 'ledger')`,
  );
  const rows = await Promise.all(
    tables.rows.map(async ({ name }) => {
      const all = await ownerPool.query<{ row: string }>(`select to_jsonb(t)::text as row from ${name} t`);
      return all.rows.map(({ row }) => `${name} ${row}`);
    }),
  );
  return rows.flat();
}

describe('closing an account', () => {
  // Rules: security-36
  test('closing an account removes name, address and phone number from every table and keeps the books clean', async () => {
    const jonas = await florin.signUpWith('100.00', 'Jonas Weber');
    const early = 'zuleika.quillfeather@florin.example';
    await send(jonas, early, '2.00'); // an invitation before sign-up
    const phone = '+351 912 345 678';
    const name = 'Zuleika Quillfeather';
    const password = 'correct horse battery';
    const { token, user } = await florin.client.call(endpoints.signup, { body: { name, email: early, password } });
    const zuleika: TestMember = { user, token, password, client: florin.clientOf(token) };
    await florin.confirm(zuleika);
    await zuleika.client.call(endpoints.changeProfile, { body: { phone } });
    await zuleika.client.call(endpoints.addPaymentMethod, { body: { token: 'tok_bank' } });
    await zuleika.client.call(endpoints.changeEmail, {
      body: { email: 'zuleika.elsewhere@florin.example', current_password: password },
    });
    await zuleika.client.call(endpoints.saveKycDraft, {
      body: { first_name: 'Zuleika', last_name: 'Quillfeather', city: 'Lisbon' },
    });
    await turnOnTwoFactor(zuleika);
    await florin.client.call(endpoints.forgotPassword, { body: { email: early } });
    await mailPasswordResets(florin.app.dependencies);
    await florin.client.call(endpoints.forgotPassword, { body: { email: early } });
    await jonas.client.call(endpoints.requestMoney, {
      body: { recipient_email: early, amount: '1.00', currency: 'USD', note: 'cinema' },
    });
    const request = await zuleika.client.call(endpoints.requestMoney, {
      body: { recipient_email: jonas.user.email, amount: '1.00', currency: 'USD', note: 'from Zuleika' },
    });
    await zuleika.client.call(endpoints.cancelRequest, { params: { id: request.id } });
    await send(zuleika, jonas.user.email, '1.00');
    const [usd] = await zuleika.client.call(endpoints.listWallets);
    await send(zuleika, jonas.user.email, '0.96'); // 0.98 with the fee, which is the rest of 2.00
    expect([usd?.available_exact, (await zuleika.client.call(endpoints.listWallets))[0]?.available_exact]).toEqual([
      '0.98',
      '0.00',
    ]);

    await queueNews(florin.database.pool, jonas.user.id, {
      subject: 'Zuleika Quillfeather sent you $1.00',
      body: 'Zuleika Quillfeather sent you $1.00.',
      once: 'news of a payment',
      about: 'money_in',
    });
    await deliver();

    const personalData = /zuleika|quillfeather|912 345 678/i;
    expect((await everyRow()).filter((row) => personalData.test(row)).length).toBeGreaterThan(8);
    await close(zuleika);
    expect((await everyRow()).filter((row) => personalData.test(row))).toEqual([]);
    await florin.expectCleanBooks();

    await expect(zuleika.client.call(endpoints.me)).rejects.toMatchObject(refusedWith('not_signed_in'));
    const { rows } = await florin.database.ownerPool.query('select 1 from data_keys where user_id = $1', [user.id]);
    expect(rows).toEqual([]);
    await expectAnonymized(jonas);
  });

  // Rules: security-36
  test('closing an account leaves the member id only in the books, their records and erased rows', async () => {
    const ines = await florin.confirm(await florin.signUpWith('9.99', 'Ines'));
    const { client, user } = ines;
    await client.call(endpoints.addFavoriteCoin, { params: { symbol: 'BTC' } });
    await client.call(endpoints.createQuote, { body: { kind: 'buy', crypto_symbol: 'BTC', amount_usd: '5.00' } });
    await client.call(endpoints.changePlan, { body: { plan: 'pro' } });
    await client.call(endpoints.addContact, { body: { email: 'jonas@florin.example', name: 'Jonas' } });
    await client.call(endpoints.saveKycDraft, { body: { first_name: 'Ines' } });
    await client.call(endpoints.markNotificationsRead, { body: { until: new Date().toISOString() } });
    const request = await client.call(endpoints.requestMoney, { body: { amount: '1.00' } });
    await client.call(endpoints.cancelRequest, { params: { id: request.id } });
    await turnOnTwoFactor(ines);
    await close(ines);
    const rows = (await everyRow()).filter((row) => row.includes(user.id));
    const tables = new Set(rows.map((row) => row.split(' ')[0] ?? '').filter((name) => !name.startsWith('ledger.')));
    const recordTables = ['charges', 'payment_requests', 'plan_changes'];
    const erasedTables = ['kyc_cases', 'mails', 'member_changes', 'payment_methods', 'users'];
    const temporaryTables = ['identity_changes'];
    expect([...tables].toSorted()).toEqual(
      [...recordTables, ...erasedTables, ...temporaryTables].map((name) => `public.${name}`).toSorted(),
    );
  });

  /** Checks that other members keep their history, contacts and requests without the closed account's name. */
  async function expectAnonymized(jonas: TestMember) {
    const history = await jonas.client.call(endpoints.listTransactions, { query: { limit: 50 } });
    const withThem = history.filter(({ type }) => type === 'send' || type === 'receive');
    expect(withThem.length).toBeGreaterThanOrEqual(3);
    for (const line of withThem) expect(line.counterparty).toBe('Closed account');
    expect(await jonas.client.call(endpoints.listContacts)).toEqual([
      expect.objectContaining({ name: 'Closed account', avatar: null }),
    ]);
    const requests = await jonas.client.call(endpoints.listPaymentRequests, { query: {} });
    expect(requests).toEqual([
      expect.objectContaining({
        recipient: { name: 'Closed account', email: expect.stringMatching(/@closed\.invalid$/) },
        can_remind: false,
      }),
    ]);
  }

  test('closing an account frees the address, blocks sign-ins, and reserves the tombstone address', async () => {
    const ines = await florin.signUp('Ines');
    await close(ines);
    const body = { name: 'Ines', email: ines.user.email, password: ines.password };
    await expect(florin.client.call(endpoints.login, { body })).rejects.toMatchObject(refusedWith('bad_credentials'));
    const again = await florin.client.call(endpoints.signup, { body });
    expect(again.user.id).not.toBe(ines.user.id);
    const tombstone = { ...body, email: `${again.user.id}@closed.invalid` };
    await expect(florin.client.call(endpoints.signup, { body: tombstone })).rejects.toMatchObject(
      refusedWith('email_taken'),
    );
  });

  // Rules: security-36
  test('closing an account with an unconfirmed address leaves the waiting money to the address owner', async () => {
    const jonas = await florin.signUpWith('100.00', 'Jonas Weber');
    const [first, second] = ['amara.nwosu@florin.example', 'tomas.rivera@florin.example'];
    for (const email of [first, second]) await send(jonas, email, '5.00');
    await inviteRecipients({ pool: florin.database.pool, publicUrl: 'http://localhost:3000', rateLimits: true });
    const body = { name: 'Mallory', email: first, password: 'correct horse battery' };
    const { token, user } = await florin.client.call(endpoints.signup, { body });
    const mallory: TestMember = { user, token, password: body.password, client: florin.clientOf(token) };
    await mallory.client.call(endpoints.changeEmail, { body: { email: second, current_password: body.password } });
    await close(mallory);

    expect((await mailsTo(second)).map(({ subject }) => subject)).toContain('Jonas Weber sent you $5.00');
    for (const email of [first, second]) {
      const owner = await florin.confirm(await florin.signUp('Owner', email));
      const { balances } = await owner.client.call(endpoints.me);
      expect(balances.usd_exact).toBe('5.00');
    }
  });

  test('closing an account leaves the waiting money at an address that the member gave up', async () => {
    const jonas = await florin.signUpWith('100.00', 'Jonas Weber');
    const old = 'quentin.underhill@florin.example';
    const mover = await florin.confirm(await florin.signUp('Quentin', old));
    const body = { email: 'quentin.elsewhere@florin.example', current_password: mover.password };
    await mover.client.call(endpoints.changeEmail, { body });
    const [change] = await mailsTo(body.email);
    await mover.client.call(endpoints.confirmEmailChange, { body: { token: change?.link?.split('#')[1] ?? '' } });
    await mover.client.call(endpoints.giveUpAddress, { body: { email: old } });
    const sent = await jonas.client.call(endpoints.sendMoney, { body: { recipient_email: old, amount: '5.00' } });
    await inviteRecipients({ pool: florin.database.pool, publicUrl: 'http://localhost:3000', rateLimits: true });
    await close(mover);

    const waiting = await mailsTo(old);
    expect(waiting).toContainEqual(
      expect.objectContaining({ subject: 'Jonas Weber sent you $5.00', text: expect.stringContaining(old) }),
    );
    const owner = await florin.confirm(await florin.signUp('Owner', old));
    expect((await owner.client.call(endpoints.me)).balances.usd_exact).toBe('5.00');
    const line = await jonas.client.call(endpoints.getTransaction, { params: { id: sent.id } });
    expect(line).toMatchObject({ status: 'completed', counterparty: 'Owner' });
  });

  test("closing an unconfirmed account keeps other members’ contacts and requests for the address, without the account's name", async () => {
    const jonas = await florin.signUpWith('100.00', 'Jonas Weber');
    const squatter = await florin.signUp('Mallory Quick');
    const { email } = squatter.user;
    await send(jonas, email, '1.00');
    const body = { recipient_email: email, amount: '7.00', note: 'the room' };
    const asked = await jonas.client.call(endpoints.requestMoney, { body });
    await close(squatter);

    expect(await jonas.client.call(endpoints.listContacts)).toMatchObject([{ name: email, email }]);
    const own = await jonas.client.call(endpoints.getPaymentRequest, { params: { id: asked.id } });
    expect(own).toMatchObject({ state: 'open', recipient: { name: null, email } });
    expect((await everyRow()).filter((row) => /mallory quick/i.test(row))).toEqual([]);
    const owner = await florin.confirm(await florin.signUp('Amara', email));
    expect(await owner.client.call(endpoints.listPaymentRequests, { query: {} })).toMatchObject([{ id: asked.id }]);
  });

  test('closing an account does not cancel mails of other members that contain its name', async () => {
    const [ines, mallory] = [await florin.signUp('Ines'), await florin.signUp('your')];
    const waiting = await mailsTo(ines.user.email);
    expect(waiting).toMatchObject([{ text: expect.stringContaining('your'), sent_at: null }]);
    await close(mallory);
    expect(await mailsTo(ines.user.email)).toEqual(waiting);
    await deliver();
    const [sent] = await mailsTo(ines.user.email);
    expect(sent).toMatchObject({ text: waiting[0]?.text, sent_at: expect.any(String) });
    await close(await florin.signUp('email'));
    expect(await mailsTo(ines.user.email)).toEqual([sent]);
  });

  test('closing an account needs the current password', async () => {
    const ines = await florin.signUp();
    await expect(close(ines, 'not the password')).rejects.toMatchObject(refusedWith('bad_credentials'));
    await ines.client.call(endpoints.me);
  });
});
