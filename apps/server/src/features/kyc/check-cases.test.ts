import { endpoints, type KycStatus } from '@florin/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { checkKyc, kycForm, submitKyc, uploadKycFile } from '../../../test/kyc.ts';
import { refusedWith } from '../../../test/refused-with.ts';
import { asManyAsAServer, createTestApp, type TestApp, type TestMember } from '../../../test/test-app.ts';
import { reviewedByPeople } from '../../providers/identity-check/identity-check.ts';
import { simulatedIdentityCheck } from '../../providers/identity-check/simulated.ts';
import { readCase } from './case-store.ts';
import { checkCases } from './check-cases.ts';

let florin: TestApp;
beforeAll(async () => {
  florin = await createTestApp({}, {}, asManyAsAServer);
});
afterAll(async () => {
  await florin.expectCleanBooks();
  await florin.close();
});

const statusOf = ({ client }: TestMember) => client.call(endpoints.getKycStatus);
const sql = (text: string, member: TestMember) => florin.database.ownerPool.query(text, [member.user.id]);

async function checked(form: Partial<typeof kycForm>): Promise<{ member: TestMember; status: KycStatus }> {
  const member = await florin.signUp();
  await submitKyc(florin, member, form);
  await checkKyc(florin);
  return { member, status: await statusOf(member) };
}

async function decisionMessages(member: TestMember) {
  const notifications = await member.client.call(endpoints.listNotifications);
  const { rows } = await florin.database.ownerPool.query<{ subject: string; body: string }>(
    `select subject, body from mails where recipient = $1 and once like 'kyc %' order by created_at`,
    [member.user.email],
  );
  return { kinds: notifications.map(({ kind }) => kind), mails: rows };
}

describe('the simulated identity check', () => {
  test('the simulated identity check answers after three seconds', async () => {
    const member = await florin.signUp();
    await submitKyc(florin, member);
    await checkKyc(florin, simulatedIdentityCheck({ afterSeconds: 3 }));
    expect(await statusOf(member)).toMatchObject({ status: 'pending' });
    await sql(`update kyc_cases set submitted_at = submitted_at - interval '3 seconds' where user_id = $1`, member);
    await checkKyc(florin, simulatedIdentityCheck({ afterSeconds: 3 }));
    expect(await statusOf(member)).toMatchObject({ status: 'verified' });
  });

  test('a verified identity raises the level and the limits immediately and notifies the member', async () => {
    const { member, status } = await checked({});
    expect(status).toMatchObject({ status: 'verified', level: 2, next_limits: null, reasons: [] });
    expect(status.limits).toMatchObject({ daily_exact: '10000.00', monthly_exact: '100000.00' });
    expect(await member.client.call(endpoints.me)).toMatchObject({ kyc_level: 2, verified: true });
    expect(await decisionMessages(member)).toMatchObject({
      kinds: ['kyc_verified'],
      mails: [{ subject: 'Your identity is verified' }],
    });
    await expect(submitKyc(florin, member)).rejects.toMatchObject(refusedWith('verification_closed'));
    const [file] = (await member.client.call(endpoints.getKycDraft)).files;
    await expect(member.client.open(endpoints.getKycFile, { params: { id: file?.id ?? '' } })).rejects.toMatchObject(
      refusedWith('file_not_found'),
    );
  });

  // Rules: kyc-14
  test('a payment uses the higher limit right after the verification', async () => {
    const member = await florin.signUpWith('1900.00');
    const { user } = await florin.signUp();
    const send = () => member.client.call(endpoints.sendMoney, { body: { recipient_email: user.email, amount: 1001 } });
    await expect(send()).rejects.toMatchObject(refusedWith('limit_exceeded'));
    await submitKyc(florin, member);
    await checkKyc(florin);
    expect(await send()).toMatchObject({ status: 'completed' });
  });

  test('a verified identity does not confirm the email address', async () => {
    const member = await florin.signUp();
    await submitKyc(florin, member);
    await sql('update users set email_confirmed_at = null where id = $1', member);
    await checkKyc(florin);
    expect(await member.client.call(endpoints.me)).toMatchObject({ verified: true, email_confirmed: false });
  });

  // Rules: kyc-13
  test('a denied member can submit again only after 30 days', async () => {
    const { member, status } = await checked({ last_name: 'Deny' });
    expect(status).toMatchObject({
      status: 'denied',
      level: 1,
      reasons: [{ item: 'personal', reason: 'The document is not valid.' }],
    });
    const wait = Date.parse(status.may_retry_at ?? '') - Date.parse(status.decided_at ?? '');
    expect(wait).toBe(30 * 86_400_000);
    const retry = () => member.client.call(endpoints.submitKyc, { body: { last_name: kycForm.last_name } });
    await sql(`update kyc_decisions set decided_at = now() - interval '29 days 23 hours' where user_id = $1`, member);
    await expect(retry()).rejects.toMatchObject(refusedWith('verification_closed'));
    await sql(`update kyc_decisions set decided_at = now() - interval '30 days' where user_id = $1`, member);
    await florin.database.ownerPool.query(`update document_traces set denied_at = now() - interval '30 days'`);
    expect(await retry()).toMatchObject({ status: 'pending' });
    await checkKyc(florin);
    expect(await statusOf(member)).toMatchObject({ status: 'verified' });
    expect((await decisionMessages(member)).kinds).toEqual(['kyc_verified', 'kyc_denied']);
  });

  test.each([
    { last_name: 'Blurry', item: 'document', kind: 'front', other: 'selfie' },
    { last_name: 'Glasses', item: 'selfie', kind: 'selfie', other: 'front' },
  ])('a $last_name check requests a new $item and keeps the other file', async ({ last_name, item, kind, other }) => {
    const { member, status } = await checked({ last_name });
    expect(status).toMatchObject({ status: 'needs_more', reasons: [{ item, reason: expect.any(String) }] });
    const { kinds, mails } = await decisionMessages(member);
    expect([kinds, mails.length]).toEqual([['kyc_needs_more'], 1]);
    expect(JSON.stringify(mails)).not.toContain(status.reasons[0]?.reason);

    await expect(member.client.call(endpoints.submitKyc, { body: {} })).rejects.toMatchObject(
      refusedWith('verification_incomplete', { fields: { [kind]: expect.any(String) } }),
    );
    const idOf = async (which: string) =>
      (await member.client.call(endpoints.getKycDraft)).files.find((file) => file.kind === which)?.id;
    const kept = await idOf(other);
    await uploadKycFile(florin, member, kind);
    const body = { ...kycForm, last_name, id_number: '•••• 0915' }; // as returned by the draft
    expect(await member.client.call(endpoints.submitKyc, { body })).toMatchObject({ status: 'pending' });
    expect(await idOf(other)).toBe(kept);
    await checkKyc(florin);
    expect(await statusOf(member)).toMatchObject({ status: 'verified' });
  });

  test('a back side does not count as the new document picture for a passport', async () => {
    const { member } = await checked({ last_name: 'Blurry' });
    await uploadKycFile(florin, member, 'back');
    await expect(member.client.call(endpoints.submitKyc, { body: {} })).rejects.toMatchObject(
      refusedWith('verification_incomplete', { fields: { front: 'Please add a new picture of your document.' } }),
    );
    await uploadKycFile(florin, member, 'front');
    expect(await member.client.call(endpoints.submitKyc, { body: {} })).toMatchObject({ status: 'pending' });
  });

  test('a Review check, and any check without an automatic provider, goes to manual review', async () => {
    expect((await checked({ last_name: 'Review' })).status).toMatchObject({ status: 'pending' });
    const member = await florin.signUp();
    await submitKyc(florin, member);
    await checkKyc(florin, reviewedByPeople);
    await checkKyc(florin);
    expect(await statusOf(member)).toMatchObject({ status: 'pending' });
  });

  test('a failed identity check is retried', async () => {
    const member = await florin.signUp();
    await submitKyc(florin, member);
    await checkKyc(florin, { decide: () => Promise.reject(new Error('the provider is down')) });
    expect(await statusOf(member)).toMatchObject({ status: 'pending' });
    await checkKyc(florin);
    expect(await statusOf(member)).toMatchObject({ status: 'verified' });
  });

  test('a name that may be on a sanctions list goes to an operator, with the name of the list', async () => {
    const member = await florin.signUp();
    await submitKyc(florin, member);
    const { dependencies } = florin.app;
    const identityCheck = { decide: async () => ({ outcome: 'verified' }) as const };
    const screening = { screen: () => [{ list: 'OFAC SDN', name: 'Listed Person' }] };
    await checkCases({ ...dependencies, identityCheck, screening });
    expect(await statusOf(member)).toMatchObject({ status: 'pending' });
    const { notes } = await readCase(dependencies.vault, florin.database.pool, member.user.id);
    expect(notes).toEqual(['The name is similar to “Listed Person” on the sanctions list OFAC SDN.']);
  });

  test('three nodes decide each submission once', async () => {
    const members = await Promise.all(Array.from({ length: 6 }, () => florin.signUp()));
    for (const member of members) await submitKyc(florin, member);
    const asked: string[] = [];
    const counting = {
      decide: async ({ reference }: { reference: string }) => {
        asked.push(reference);
        return { outcome: 'verified' } as const;
      },
    };
    const nodes = [1, 2, 3].map(() => checkCases({ ...florin.app.dependencies, identityCheck: counting }));
    await Promise.all(nodes);
    expect(asked.toSorted()).toEqual(members.map(({ user }) => `${user.id} 1`).toSorted());
    for (const member of members) {
      expect(await statusOf(member)).toMatchObject({ status: 'verified' });
      expect((await decisionMessages(member)).mails).toHaveLength(1);
    }
  });
});
