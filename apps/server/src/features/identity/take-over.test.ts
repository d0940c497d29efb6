import { randomUUID } from 'node:crypto';
import { endpoints } from '@florin/contract';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { checkKyc, kycForm, picture, submitKyc, uploadKycFile } from '../../../test/kyc.ts';
import { overtaken } from '../../../test/overtaken.ts';
import { refusedWith } from '../../../test/refused-with.ts';
import { resetPassword, resetTokenFor } from '../../../test/reset-password.ts';
import { softwarePasskey } from '../../../test/software-passkey.ts';
import { fillPersonalTables } from '../../../test/personal-tables.ts';
import { createTestApp, type TestApp, type TestMember } from '../../../test/test-app.ts';
import { turnOnTwoFactor } from '../../../test/two-factor.ts';
import { uploadFile } from '../../../test/upload-file.ts';
import { issueWithSettings } from '../../../test/write-invoice.ts';

const here = { origin: 'http://localhost:3000' };
const newPassword = 'a fresh and longer one';

let florin: TestApp;
beforeAll(async () => {
  florin = await createTestApp({ FLORIN_EMAIL_CONFIRMATION: 'on', PUBLIC_URL: here.origin });
});
afterEach(() => florin.expectCleanBooks());
afterAll(() => florin.close());

const asOwner = async (statement: string, values: unknown[] = []) =>
  (await florin.database.ownerPool.query<Record<string, unknown>>(statement, values)).rows;

/** Resets the password with the mailed link and signs in, as the owner of the address. */
async function takeOver({ user }: TestMember): Promise<TestMember> {
  await resetPassword(florin, { user }, newPassword);
  const body = { email: user.email, password: newPassword };
  const session = await florin.client.call(endpoints.login, { body });
  return { ...session, password: newPassword, client: florin.clientOf(session.token) };
}

async function addPasskey({ client, password }: TestMember) {
  const { challenge_id, options } = await client.call(endpoints.beginPasskey, { body: { current_password: password } });
  const key = softwarePasskey();
  const body = { challenge_id, name: 'Squatted key', response: key.make(options, here) };
  await client.call(endpoints.addPasskey, { body });
  return key;
}

/** Returns the columns of each table that may contain a member's id. */
const memberColumns = () =>
  asOwner(
    `select distinct c.table_name as "table", c.column_name as "column"
     from information_schema.columns c
     join information_schema.tables t using (table_schema, table_name)
     where c.table_schema = 'public' and t.table_type = 'BASE TABLE' and c.data_type = 'uuid'
       and (c.column_name ~ '^(user|member|requester|sender|payer|owner|operator|actor)(_id)?$' or c.table_name = 'users' and c.column_name = 'id'
            or exists (select from pg_constraint k
                       join pg_attribute a on a.attrelid = k.conrelid and a.attnum = any (k.conkey)
                       where k.contype = 'f' and k.confrelid = 'public.users'::regclass
                         and k.conrelid = format('%I.%I', c.table_schema, c.table_name)::regclass
                         and a.attname = c.column_name))`,
  ) as Promise<{ table: string; column: string }[]>;

async function tablesNaming(id: string): Promise<string[]> {
  const found: string[] = [];
  for (const { table, column } of await memberColumns()) {
    const rows = await asOwner(`select 1 from ${table} where ${column} = $1 limit 1`, [id]);
    if (rows.length > 0) found.push(`${table}.${column}`);
  }
  return found.toSorted();
}

/** Opens an unconfirmed account and fills every table that stores personal data about it. */
async function squat(): Promise<{ squatter: TestMember; key: ReturnType<typeof softwarePasskey> }> {
  const squatter = await florin.signUpWith('200.00', 'Zuleika Quillfeather');
  const { client, user, password } = squatter;
  const other = await florin.confirm(await florin.signUp('Payer'));
  await client.call(endpoints.addPaymentMethod, { body: { token: 'tok_bank' } });
  await client.call(endpoints.simulateBankTransfer, { body: { amount: '5.00', currency: 'EUR' } });
  await client.call(endpoints.changeProfile, { body: { phone: '+351 912 345 678' } });
  await client.call(endpoints.sendPhoneCode);
  await uploadFile(florin, squatter, endpoints.setAvatar, { name: 'me.png', bytes: await picture('png') });
  await client.call(endpoints.addContact, { body: { email: 'accomplice@florin.example', name: 'Quillfeather' } });
  await client.call(endpoints.addFavoriteCoin, { params: { symbol: 'BTC' } });
  await client.call(endpoints.createQuote, { body: { kind: 'buy', crypto_symbol: 'BTC', amount_usd: '5.00' } });
  await client.call(endpoints.changePlan, { body: { plan: 'pro' } });
  await client.call(endpoints.changePreferences, { body: { push: true } });
  await client.call(endpoints.markNotificationsRead, { body: { until: new Date().toISOString() } });
  await client.call(endpoints.sendMoney, { body: { recipient_email: 'nobody.yet@florin.example', amount: '1.00' } });
  await client.call(endpoints.requestMoney, {
    body: { recipient_email: other.user.email, amount: '9.00', note: 'from Zuleika' },
  });
  await issueWithSettings(squatter);
  await client.call(endpoints.changeEmail, {
    body: { email: 'zuleika.elsewhere@florin.example', current_password: password },
  });
  for (const kind of ['front', 'selfie']) await uploadKycFile(florin, squatter, kind);
  await client.call(endpoints.submitKyc, { body: kycForm });
  await florin.app.dependencies.pool.query(
    `insert into kyc_decisions (user_id, round, outcome) values ($1, 1, 'denied')`,
    [user.id],
  );
  await fillPersonalTables(florin.database.ownerPool, user.id, other.user.id);
  const key = await addPasskey(squatter);
  await client.call(endpoints.beginPasskey, { body: { current_password: password } });
  await turnOnTwoFactor(squatter);
  await resetTokenFor(florin, user.email);
  await asOwner('update users set email_confirmed_at = null where id = $1', [user.id]);
  await asOwner('update email_confirmations set used_at = null where user_id = $1', [user.id]);
  return { squatter, key };
}

/** Columns that contain no account holder, or only operators. */
const unrelatedColumns = [
  'account_changes.done_by',
  ...['maker_id', 'party_id'].map((column) => `api_keys.${column}`), // keys need a confirmed address
  'bank_files.imported_by',
  // Businesses and their people have confirmed addresses.
  ...['business_id', 'proposed_by'].map((column) => `approvals.${column}`),
  'approvals_given.person_id',
  'business_acts.person_id',
  'business_invitations.invited_by',
  'business_people.person_id',
  ...['decided_by', 'id', 'opened_by'].map((column) => `businesses.${column}`),
  'payment_rules.business_id',
  'day_reports.closed_by',
  'invoice_payments.payer_id', // payments need a confirmed address
  ...['member_id', 'operator_id'].map((column) => `operator_acts.${column}`),
  ...['decided_by', 'proposed_by'].map((column) => `operator_proposals.${column}`),
  ...['decided_by', 'made_by', 'sent_by'].map((column) => `payment_batches.${column}`),
  'batch_payout_starts.started_by', // this and the next one need a confirmed address
  'payouts.user_id',
  ...['kyc_decisions', 'screening_hits'].map((table) => `${table}.decided_by`),
];
/** Columns whose rows stay: the account, its books, erased rows, and short-lived change records. */
const remainingColumns = [
  'bank_lines.user_id',
  'card_customers.user_id', // until a job has deleted the member at the card processor
  ...['card_setups', 'charges'].map((table) => `${table}.user_id`),
  'held_sends.sender_id',
  'identity_changes.member_id',
  'member_changes.user_id',
  'member_mails.sender_id', // for a day, as the mail limit needs it
  'operator_proposals.member_id',
  'payment_methods.user_id',
  'plan_changes.user_id',
  'plan_notices.user_id',
  'screening_hits.member_id', // without the name
  'taken_deposits.user_id',
  'test_clock_moves.account_id', // seconds
  'users.id',
];

describe('an unconfirmed account after a password reset', () => {
  // Rules: identity-3
  test('a reset of an unconfirmed account erases the earlier holder in every table and keeps the money', async () => {
    const { squatter } = await squat();
    const { id, email } = squatter.user;
    const before = await tablesNaming(id);
    const all = (await memberColumns()).map(({ table, column }) => `${table}.${column}`);
    // Fill a new table with member ids in `squat`, or add its columns to `unrelatedColumns`.
    expect(all.filter((one) => !before.includes(one) && !unrelatedColumns.includes(one)).toSorted()).toEqual([]);
    const [wallet] = await asOwner(
      `select sum(posted)::text as posted from books.accounts where owner = $1 and asset = 'USD' and kind = 'wallet'`,
      [id],
    );

    const token = await resetTokenFor(florin, email);
    await florin.client.call(endpoints.resetPassword, { body: { token, password: newPassword } });

    expect(await tablesNaming(id)).toEqual(remainingColumns.filter((one) => before.includes(one)));
    expect(await asOwner('select name from screening_hits where member_id = $1', [id])).toEqual([{ name: '' }]);
    expect(await asOwner('select forgotten from card_customers where user_id = $1', [id])).toEqual([
      { forgotten: true },
    ]);
    const [user] = await asOwner('select * from users where id = $1', [id]);
    expect(user).toMatchObject({
      name: email.split('@')[0],
      phone: null,
      avatar: null,
      kyc_level: 1,
      plan: 'personal',
      role: 'member',
      two_factor_at: null,
      factor_reset_at: null,
      email_confirmed_at: expect.any(Date),
    });
    expect(
      await asOwner('select state, reason, parameters from operator_proposals where member_id = $1', [id]),
    ).toEqual([{ state: 'expired', reason: '', parameters: {} }]);
    expect(
      await asOwner('select rail_token, last4, account_number from payment_methods where user_id = $1', [id]),
    ).toEqual([
      { rail_token: 'erased', last4: null, account_number: null },
      { rail_token: 'erased', last4: null, account_number: null },
    ]);
    expect(
      await asOwner(
        `select sum(posted)::text as posted from books.accounts where owner = $1 and asset = 'USD' and kind = 'wallet'`,
        [id],
      ),
    ).toEqual([wallet]);
  });

  // Rules: identity-3
  test('after a reset of an unconfirmed account, no session, passkey, code or password of the earlier holder works', async () => {
    const { squatter, key } = await squat();
    const rightful = await takeOver(squatter);
    await expect(squatter.client.call(endpoints.me)).rejects.toMatchObject(refusedWith('not_signed_in'));
    const { challenge_id, options } = await florin.client.call(endpoints.getPasskeyChallenge);
    const body = { challenge_id, response: key.show(options, here) };
    await expect(florin.client.call(endpoints.signInByPasskey, { body })).rejects.toMatchObject(
      refusedWith('passkey_refused'),
    );
    const old = { email: squatter.user.email, password: squatter.password };
    await expect(florin.client.call(endpoints.login, { body: old })).rejects.toMatchObject(
      refusedWith('bad_credentials'),
    );
    expect(await rightful.client.call(endpoints.me)).toMatchObject({
      email_confirmed: true,
      two_factor: false,
      kyc_level: 1,
    });
    expect(await rightful.client.call(endpoints.listPaymentMethods)).toMatchObject([{ id: 'usd_balance' }]);
    expect(await rightful.client.call(endpoints.listContacts)).toEqual([]);
    expect(await rightful.client.call(endpoints.listPaymentRequests, { query: {} })).toEqual([]);
    expect(await rightful.client.call(endpoints.getKycStatus)).toMatchObject({ status: 'none', level: 1 });
    const { recoveryCodes } = await turnOnTwoFactor(rightful);
    expect(recoveryCodes).toHaveLength(10);
    for (const kind of ['front', 'selfie']) await uploadKycFile(florin, rightful, kind);
    expect(await rightful.client.call(endpoints.submitKyc, { body: kycForm })).toMatchObject({ status: 'pending' });
  });

  // Rules: identity-3
  test('a reset of an unconfirmed account claims the waiting money, and a second reset keeps the owner’s data', async () => {
    const friend = `awaited.${randomUUID().slice(0, 8)}@florin.example`;
    const sender = await florin.signUpWith('100.00', 'Sender');
    await sender.client.call(endpoints.sendMoney, { body: { recipient_email: friend, amount: '50.00' } });
    const squatter = await florin.signUp('Squatter', friend);
    const rightful = await takeOver(squatter);
    expect((await rightful.client.call(endpoints.me)).balances.usd_exact).toBe('50.00');
    await rightful.client.call(endpoints.addPaymentMethod, { body: { token: 'tok_bank' } });
    const again = await takeOver(squatter);
    expect(await again.client.call(endpoints.listPaymentMethods)).toHaveLength(2);
  });

  test('a taken-over account stays denied if a closed account with its address was denied', async () => {
    const denied = await florin.confirm(await florin.signUp('Denied'));
    await submitKyc(florin, denied, { last_name: 'Deny', id_number: 'DENIEDONCE' });
    await checkKyc(florin);
    await denied.client.call(endpoints.closeAccount, { body: { current_password: denied.password } });
    const again = await takeOver(await florin.signUp('Denied', denied.user.email));
    expect(await again.client.call(endpoints.getKycStatus)).toMatchObject({ status: 'denied', reasons: [] });
  });

  // Rules: identity-3
  test('a take-over rejects a bank account that the earlier holder is adding at that moment', async () => {
    const squatter = await florin.signUp('Squatter');
    const outcome = await overtaken(
      florin,
      squatter.user.id,
      () => squatter.client.call(endpoints.addPaymentMethod, { body: { token: 'tok_bank' } }),
      async (tx) => {
        await tx.query('update users set email_confirmed_at = now() where id = $1', [squatter.user.id]);
        await tx.query('delete from sessions where user_id = $1', [squatter.user.id]);
      },
    );
    expect(outcome).toMatchObject({ status: 'rejected', reason: refusedWith('not_signed_in') });
    expect(await asOwner('select 1 from payment_methods where user_id = $1', [squatter.user.id])).toEqual([]);
  });

  // Rules: identity-3
  test('a take-over keeps the payment method of a running card payment', async () => {
    const squatter = await florin.signUp('Squatter');
    const { id } = await squatter.client.call(endpoints.addPaymentMethod, { body: { token: 'tok_visa' } });
    await asOwner(
      `insert into charges (id, user_id, request_hash, payment_method_id, amount, asset, purpose, details, state, working_until)
       values (gen_random_uuid(), $1, 1, $2, 100, 'USD', 'deposit', '{}', 'started', now() + interval '1 hour')`,
      [squatter.user.id, id],
    );
    const rightful = await takeOver(squatter);
    expect(await asOwner('select rail_token, last4 from payment_methods where id = $1', [id])).toEqual([
      { rail_token: 'tok_visa', last4: null },
    ]);
    expect(await rightful.client.call(endpoints.listPaymentMethods)).toHaveLength(1);
    await asOwner('delete from charges where user_id = $1', [squatter.user.id]);
  });
});

test('a reset of a confirmed account keeps the owner’s data', async () => {
  const ines = await florin.signUpWith('10.00', 'Ines');
  const again = await takeOver(ines);
  expect(await again.client.call(endpoints.me)).toMatchObject({ name: 'Ines', balances: { usd_exact: '10.00' } });
  expect(await again.client.call(endpoints.listPaymentMethods)).toHaveLength(2);
});
