import { randomUUID } from 'node:crypto';
import { endpoints } from '@florin/contract';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { checkKyc, kycForm, operator, submitKyc } from '../../../test/kyc.ts';
import { recordingRail } from '../../../test/recording-rail.ts';
import { refusedWith } from '../../../test/refused-with.ts';
import { createTestApp, testMasterKey, type TestApp, type TestMember } from '../../../test/test-app.ts';
import { changeMasterKey } from '../../platform/change-master-key.ts';
import { openKeyedDigest, reencryptDigestKey } from '../../platform/keyed-digest.ts';
import { openVault } from '../../platform/vault.ts';
import { settleBankOrders } from '../funding/index.ts';
import { deleteExpired } from '../identity/delete-expired.ts';

let florin: TestApp;
beforeAll(async () => {
  florin = await createTestApp();
});
afterEach(() => florin.expectCleanBooks());
afterAll(() => florin.close());

const freshAddress = () => `${randomUUID().slice(0, 13)}@florin.example`;

async function withMoney(email: string, usd = '300.00'): Promise<TestMember> {
  const member = await florin.confirm(await florin.signUp('Ines Almeida', email));
  const card = await member.client.call(endpoints.addPaymentMethod, { body: { token: 'tok_visa' } });
  await member.client.call(endpoints.addFunds, { body: { amount: usd, payment_method_id: card.id } });
  return member;
}
const close = ({ client, password }: TestMember) =>
  client.call(endpoints.closeAccount, { body: { current_password: password } });
const used = async ({ client }: TestMember) => {
  const { day, month } = await client.call(endpoints.getLimits);
  return [Number(day.limit_exact) - Number(day.left_exact), Number(month.limit_exact) - Number(month.left_exact)];
};
/** Uses 300 dollars of the limits, then closes the account. */
async function usedAndClosed(email: string): Promise<void> {
  const member = await withMoney(email);
  await spendAll(member);
  await close(member);
}
/** Withdraws the whole balance. The withdrawal uses the limits and costs no fee. */
async function spendAll({ client }: TestMember) {
  const { id } = await client.call(endpoints.addPaymentMethod, { body: { token: 'tok_bank' } });
  const { balances } = await client.call(endpoints.me);
  await client.call(endpoints.withdraw, { body: { amount: balances.usd_exact, payment_method_id: id } });
  const dependencies = { ...florin.app.dependencies, rail: recordingRail(), callBackSeconds: 0 };
  await settleBankOrders({ ...dependencies, logger: pino({ level: 'silent' }) });
}

describe('a reopened address', () => {
  // Rules: identity-12
  test('an account reopened with the same address starts with the used limits', async () => {
    const email = freshAddress();
    await usedAndClosed(email);
    const again = await florin.confirm(await florin.signUp('Ines Almeida', email));
    const [day = 0, month = 0] = await used(again);
    expect(day).toBeGreaterThan(250);
    expect(month).toBe(day);
    expect(await used(await florin.signUp())).toEqual([0, 0]);
  });

  // Rules: identity-12
  test('a later owner of an unconfirmed address does not get the used limits of the earlier account', async () => {
    const email = freshAddress();
    const stranger = await withMoney(email);
    await spendAll(stranger);
    await florin.database.ownerPool.query('update users set email_confirmed_at = null where id = $1', [
      stranger.user.id,
    ]);
    await close(stranger);
    expect(await used(await florin.signUp('Ines Almeida', email))).toEqual([0, 0]);
  });

  // Rules: identity-12
  test('the used limits apply to a reopened address in any spelling', async () => {
    const email = freshAddress();
    await usedAndClosed(email.toUpperCase());
    const again = await florin.signUp('Ines Almeida', ` ${email} `);
    expect((await used(again))[0]).toBeGreaterThan(250);
  });

  test('closing and reopening an account repeatedly does not reset the used limits', async () => {
    const email = freshAddress();
    await usedAndClosed(email);
    const first = await florin.signUp('Ines Almeida', email);
    const [before] = await used(first);
    await close(first);
    expect((await used(await florin.signUp('Ines Almeida', email)))[0]).toBe(before);
  });

  // Rules: identity-12
  test('a reopened address keeps the used purchase allowance', async () => {
    const email = freshAddress();
    const member = await withMoney(email, '100.00');
    const coins = await member.client.call(endpoints.buyCoins, {
      body: { crypto_symbol: 'BTC', amount_usd: '50.00', payment_method_id: 'usd_balance' },
    });
    await member.client.call(endpoints.sellCoins, {
      body: { crypto_symbol: 'BTC', amount_crypto: coins.crypto_amount_exact },
    });
    await spendAll(member);
    await close(member);
    const again = await florin.signUp('Ines Almeida', email);
    const { month } = await again.client.call(endpoints.getPurchaseAllowance);
    expect(Number(month?.limit_exact) - Number(month?.left_exact)).toBeCloseTo(50, 2);
  });

  // Rules: identity-12
  test('a sign-up during closing gets the used limits or is rejected', async () => {
    for (let round = 0; round < 6; round++) {
      const email = freshAddress();
      const member = await withMoney(email);
      await spendAll(member);
      const opening = Promise.all(
        [1, 2, 3].map(() =>
          florin.signUp('Ines Almeida', email).then(
            (one) => one,
            () => undefined,
          ),
        ),
      );
      await close(member);
      const usages = await Promise.all((await opening).flatMap((opened) => (opened ? [used(opened)] : [])));
      expect(usages.filter(([day = 0]) => day < 250)).toEqual([]);
    }
  });
});

// Rules: identity-12
test('a replaced address keeps the limits that its member used under it', async () => {
  const [email, fresh] = [freshAddress(), freshAddress()];
  const member = await withMoney(email);
  await spendAll(member);
  await member.client.call(endpoints.changeEmail, { body: { email: fresh, current_password: member.password } });
  const mails = await florin.client.call(endpoints.listCaughtMails, { query: { to: fresh } });
  const token = mails[0]?.link?.split('#')[1] ?? '';
  await member.client.call(endpoints.confirmEmailChange, { body: { token } });
  await member.client.call(endpoints.giveUpAddress, { body: { email } });
  expect((await used(await florin.signUp('Ines Almeida', email)))[0], 'while the account is open').toBeGreaterThan(250);
  await close(member);
  expect((await used(await florin.signUp('Ines Almeida', fresh)))[0], 'after the account was closed').toBeGreaterThan(
    250,
  );
});

describe('a denied verification', () => {
  // Rules: identity-12
  test('a denied verification still applies to a new account with the same address', async () => {
    const email = freshAddress();
    const member = await florin.confirm(await florin.signUp('Ines Almeida', email));
    await submitKyc(florin, member, { last_name: 'Deny', id_number: 'DENIED1' });
    await checkKyc(florin);
    expect(await member.client.call(endpoints.getKycStatus)).toMatchObject({ status: 'denied' });
    await close(member);
    const again = await florin.confirm(await florin.signUp('Ines Almeida', email));
    const status = await again.client.call(endpoints.getKycStatus);
    expect(status).toMatchObject({ status: 'denied', reasons: [], may_retry_at: expect.any(String) });
    const submitting = again.client.call(endpoints.submitKyc, { body: { ...kycForm } });
    await expect(submitting).rejects.toMatchObject(refusedWith('verification_closed'));
    const other = await florin.confirm(await florin.signUp('Hana Sato'));
    await submitKyc(florin, other, { id_number: 'denied-1' });
    await checkKyc(florin);
    await expect(reviewNotes(other)).resolves.toEqual(['A document with this number was denied in the last 30 days.']);
  });
});

const reviewNotes = async (member: TestMember) => {
  const olu = await operator(florin);
  return (await olu.client.call(endpoints.getKycCase, { params: { id: member.user.id } })).notes;
};

describe('a document verified on another open account', () => {
  const verified = async (id_number: string) => {
    const member = await florin.confirm(await florin.signUp());
    await submitKyc(florin, member, { id_number });
    await checkKyc(florin);
    return member;
  };
  const level = async ({ client }: TestMember) => (await client.call(endpoints.me)).kyc_level;

  // Rules: identity-12
  test('a document verified on another open account needs manual review until that account is closed', async () => {
    const first = await verified('AB 123-456');
    expect(await level(first)).toBe(2);
    const second = await verified('ab123456');
    expect(await level(second)).toBe(1);
    await expect(reviewNotes(second)).resolves.toEqual(['Another open account is verified with this document number.']);
    await close(first);
    expect(await level(await verified('AB123456'))).toBe(2);
  });

  // Rules: identity-12
  test('a document submitted by several accounts in parallel verifies only one of them', async () => {
    const members = await Promise.all([1, 2, 3].map(async () => florin.confirm(await florin.signUp())));
    for (const member of members) await submitKyc(florin, member, { id_number: 'TWIN777' });
    await Promise.all([checkKyc(florin), checkKyc(florin), checkKyc(florin)]);
    await checkKyc(florin);
    const levels = await Promise.all(members.map(level));
    expect(levels.filter((each) => each === 2)).toHaveLength(1);
  });
});

// Rules: identity-12
test('a trace contains no address, survives a change of the master key, and is deleted when it has expired', async () => {
  const email = freshAddress();
  await usedAndClosed(email);
  const { ownerPool, pool } = florin.database;
  const { rows } = await ownerPool.query<{ row: string }>(
    'select to_jsonb(t)::text as row from address_traces t union all select to_jsonb(d)::text from document_traces d',
  );
  expect(rows.length).toBeGreaterThan(0);
  expect(rows.some(({ row }) => row.includes(email.split('@')[0] ?? ''))).toBe(false);

  const newKey = Buffer.alloc(32, 'another');
  const before = await florin.app.dependencies.digestOf('address', email);
  await changeMasterKey(ownerPool, {
    to: newKey,
    from: testMasterKey,
    reencryptions: [reencryptDigestKey],
    progress: () => {},
  });
  const digestOf = openKeyedDigest({ pool, vault: openVault(pool, newKey) });
  expect((await digestOf('address', email)).equals(before)).toBe(true);

  await ownerPool.query(`update address_traces set month = '2020-01', denied_at = now() - interval '31 days'`);
  await deleteExpired({ pool, logger: pino({ level: 'silent' }) });
  expect((await ownerPool.query('select from address_traces')).rowCount).toBe(0);
});
