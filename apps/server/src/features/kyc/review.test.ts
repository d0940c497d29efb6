import { endpoints, type Client } from '@florin/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { blockedStatements } from '../../../test/blocked-statements.ts';
import { checkKyc, kycForm, operator, submitKyc, uploadKycFile, waitingCase } from '../../../test/kyc.ts';
import { refusedWith } from '../../../test/refused-with.ts';
import { createTestApp, type TestApp, type TestMember } from '../../../test/test-app.ts';

let florin: TestApp;
let [olu, ada]: (TestMember | undefined)[] = [];
beforeAll(async () => {
  florin = await createTestApp();
  [olu, ada] = [await operator(florin), await operator(florin)];
});
afterAll(() => florin.close());

const asOperator = (): Client => {
  if (!olu) throw new Error('missing test operator');
  return olu.client;
};
const other = (): Client => {
  if (!ada) throw new Error('missing test operator');
  return ada.client;
};

const listed = async (client = asOperator()) => (await client.call(endpoints.listKycCases)).map(({ id }) => id);
const open = (id: string) => asOperator().call(endpoints.getKycCase, { params: { id } });
const verify = (id: string, client = asOperator()) =>
  client.call(endpoints.decideKycCase, { params: { id }, body: { decision: 'verified' } });
const statusOf = ({ client }: TestMember) => client.call(endpoints.getKycStatus);

/** Returns the audit lines about a member, oldest first. */
async function actsOn(id: string): Promise<string[]> {
  const { rows } = await florin.database.ownerPool.query<{ act: string }>(
    `select concat_ws(', ', did, nullif(details, '')) as act from operator_acts where member_id = $1 order by id`,
    [id],
  );
  return rows.map(({ act }) => act);
}

/** Waits until this many statements are blocked by locks. */
const expectBlockedStatements = (count: number) => expect.poll(() => blockedStatements(florin.database)).toBe(count);

async function mailsTo({ user }: TestMember): Promise<string[]> {
  const { rows } = await florin.database.ownerPool.query<{ subject: string }>(
    `select subject from mails where recipient = $1 and once like 'kyc %'`,
    [user.email],
  );
  return rows.map(({ subject }) => subject);
}

describe('the review queue', () => {
  test('the review queue lists cases in manual review, oldest first, by the entered name', async () => {
    const [first, second] = [await waitingCase(florin), await waitingCase(florin)];
    await submitKyc(florin, await florin.signUp()); // waits for the automatic check
    const cases = await asOperator().call(endpoints.listKycCases);
    expect(cases.map(({ id }) => id)).toEqual([first.user.id, second.user.id]);
    expect(cases[0]).toEqual({
      id: first.user.id,
      name: 'Wilhelmina Review',
      account_name: 'Test Person',
      new_name: null,
      email: first.user.email,
      id_type: 'passport',
      country: 'PT',
      submitted_at: expect.any(String),
    });
    const overview = await asOperator().call(endpoints.getOverview);
    expect(overview).toMatchObject({ checks: 2, oldest_check_at: cases[0]?.submitted_at });
  });

  test('the review queue leaves out decided cases and closed accounts', async () => {
    const [gone, decided] = [await waitingCase(florin), await waitingCase(florin)];
    await florin.database.ownerPool.query('update users set closed_at = now() where id = $1', [gone.user.id]);
    await florin.app.dependencies.vault.destroyKey(florin.database.ownerPool, gone.user.id);
    await verify(decided.user.id);
    expect(await listed()).not.toEqual(expect.arrayContaining([gone.user.id]));
    expect(await listed()).not.toEqual(expect.arrayContaining([decided.user.id]));
    await expect(open(gone.user.id)).rejects.toMatchObject(refusedWith('case_not_found'));
  });

  test('an operator cannot view or decide their own case', async () => {
    if (!ada) throw new Error('missing test operator');
    await submitKyc(florin, ada, { last_name: 'Review' });
    await checkKyc(florin);
    const { id } = ada.user;
    expect([await listed(other()), await listed()]).toEqual([
      expect.not.arrayContaining([id]),
      expect.arrayContaining([id]),
    ]);
    for (const written of [id, id.toUpperCase()])
      await expect(verify(written, other())).rejects.toMatchObject(refusedWith('case_not_found'));
    await verify(id);
  });

  test('a case cannot be opened or decided while its account is being closed', async () => {
    const { id } = (await waitingCase(florin)).user;
    const closing = await florin.database.ownerPool.connect();
    await closing.query('begin');
    await closing.query('update users set closed_at = now() where id = $1', [id]);
    await closing.query('update kyc_cases set form = null, notes = null, next_check_at = null where user_id = $1', [
      id,
    ]);
    await closing.query('delete from data_keys where user_id = $1', [id]);
    const both = Promise.allSettled([open(id), verify(id)]);
    await expectBlockedStatements(2);
    await closing.query('commit');
    closing.release();
    const notFound = { status: 'rejected', reason: refusedWith('case_not_found') };
    expect(await both).toMatchObject([notFound, notFound]);
    const { rows } = await florin.database.ownerPool.query('select from kyc_decisions where user_id = $1', [id]);
    expect([rows, await actsOn(id)]).toEqual([[], []]);
  });
});

describe('an operator in the review', () => {
  test('an operator sees the form and the automatic check’s notes, and the audit trail records the view', async () => {
    const { user } = await waitingCase(florin);
    expect(await open(user.id)).toMatchObject({
      level: 1,
      form: { ...kycForm, last_name: 'Review', id_number: expect.stringMatching(/^QX\d+QX7730915$/) },
      files: [
        { kind: 'front', name: 'front.jpg' },
        { kind: 'selfie', name: 'selfie.jpg' },
      ],
      notes: ['The last name requests a manual review.'],
    });
    expect(await actsOn(user.id)).toEqual(['Opened identity check']);
  });

  test('the audit trail records each document that an operator views', async () => {
    const { user } = await waitingCase(florin);
    const { files } = await open(user.id);
    for (const { id: fileId } of files) {
      const answer = await asOperator().open(endpoints.viewKycFile, { params: { id: user.id, fileId } });
      expect(answer.headers.get('content-security-policy')).toBe('sandbox');
      expect(Buffer.from(await answer.arrayBuffer()).subarray(0, 3)).toEqual(Buffer.from([0xff, 0xd8, 0xff]));
    }
    const acts = ['Opened identity check', 'Opened document, photo page', 'Opened document, selfie'];
    expect(await actsOn(user.id)).toEqual(acts);
    const { items } = await asOperator().page(endpoints.listOperatorActs, { query: {} });
    expect(items[0]).toMatchObject({
      who: olu?.user.email,
      did: 'Opened document',
      on: 'Test Person, selfie',
      ip: expect.any(String),
    });
  });

  test('an operator cannot view files of another or a decided case', async () => {
    const [one, another] = [await waitingCase(florin), await waitingCase(florin)];
    const [file] = (await open(one.user.id)).files;
    const view = (id: string, fileId = file?.id ?? '') =>
      asOperator().open(endpoints.viewKycFile, { params: { id, fileId } });
    await expect(view(another.user.id)).rejects.toMatchObject(refusedWith('file_not_found'));
    await expect(view(one.user.id, crypto.randomUUID())).rejects.toMatchObject(refusedWith('file_not_found'));
    await verify(one.user.id);
    await expect(view(one.user.id)).rejects.toMatchObject(refusedWith('file_not_found'));
    expect(await actsOn(another.user.id)).toEqual([]);
  });

  test('an operator’s approval raises the level immediately, notifies the member and updates open pages', async () => {
    const member = await waitingCase(florin);
    await verify(member.user.id);
    expect(await member.client.call(endpoints.me)).toMatchObject({ kyc_level: 2, verified: true });
    expect(await statusOf(member)).toMatchObject({ status: 'verified', limits: { daily_exact: '10000.00' } });
    expect((await member.client.call(endpoints.listNotifications)).map(({ kind }) => kind)).toEqual(['kyc_verified']);
    expect(await mailsTo(member)).toEqual(['Your identity is verified']);
    const { rows } = await florin.database.ownerPool.query<{ topic: string }>(
      'select topic from member_changes where user_id = $1 order by topic',
      [member.user.id],
    );
    expect(rows.map(({ topic }) => topic)).toEqual(expect.arrayContaining(['account', 'notifications']));
    expect(await actsOn(member.user.id)).toEqual(['Verified identity']);
  });

  // Rules: kyc-13
  test('an operator can request more with a reason per item, and the case returns after the new submission', async () => {
    const member = await waitingCase(florin);
    const reasons = [
      { item: 'document' as const, reason: 'The lower edge is cut off.' },
      { item: 'selfie' as const, reason: 'The picture shows another person.' },
    ];
    const { id } = member.user;
    const body = { decision: 'needs_more' as const, reasons };
    await asOperator().call(endpoints.decideKycCase, { params: { id }, body });
    expect(await statusOf(member)).toMatchObject({ status: 'needs_more', reasons });
    for (const kind of ['front', 'selfie']) await uploadKycFile(florin, member, kind);
    await member.client.call(endpoints.submitKyc, { body: {} });
    await checkKyc(florin);
    expect(await listed()).toContain(id);
    expect(await actsOn(id)).toEqual(['Requested more, document, selfie']);
    await verify(id);
    expect(await mailsTo(member)).toHaveLength(2);
  });

  test('rejects a decision about an earlier submission', async () => {
    const jonas = await waitingCase(florin);
    const seen = await open(jonas.user.id);
    const submitted_at = new Date(Date.parse(seen.submitted_at) - 1_000).toISOString();
    const verdict = { decision: 'verified' as const, submitted_at };
    const decide = (body: typeof verdict) =>
      asOperator().call(endpoints.decideKycCase, { params: { id: jonas.user.id }, body });
    await expect(decide(verdict)).rejects.toMatchObject(refusedWith('case_decided'));
    await decide({ ...verdict, submitted_at: seen.submitted_at });
    expect((await statusOf(jonas)).status).toBe('verified');
  });

  test('an operator can deny a case with a reason', async () => {
    const member = await waitingCase(florin);
    const { id } = member.user;
    const reasons = [{ item: 'personal' as const, reason: 'This document was reported as stolen.' }];
    await asOperator().call(endpoints.decideKycCase, { params: { id }, body: { decision: 'denied', reasons } });
    expect(await statusOf(member)).toMatchObject({
      status: 'denied',
      level: 1,
      reasons,
      may_retry_at: expect.any(String),
    });
    expect(await actsOn(id)).toEqual(['Denied identity']);
  });

  test.each([
    ['an approval with a reason', 'verified', ['document']],
    ['a request for more without a reason', 'needs_more', []],
    ['a request for more with two reasons for one item', 'needs_more', ['selfie', 'selfie']],
    ['a denial without a reason', 'denied', []],
  ] as const)('rejects a review with %s', async (_, decision, items) => {
    const { user } = await waitingCase(florin);
    const body = { decision, reasons: items.map((item) => ({ item, reason: 'Because.' })) };
    await expect(asOperator().call(endpoints.decideKycCase, { params: { id: user.id }, body })).rejects.toMatchObject(
      refusedWith('invalid_request'),
    );
    await verify(user.id);
  });

  test('parallel decisions about a case record one decision and reject the other decision', async () => {
    const members = [];
    for (let nth = 0; nth < 5; nth++) members.push(await waitingCase(florin));
    for (const member of members) {
      const { id } = member.user;
      const reasons = [{ item: 'personal' as const, reason: 'Not this one.' }];
      const both = await Promise.allSettled([
        verify(id),
        other().call(endpoints.decideKycCase, { params: { id }, body: { decision: 'denied', reasons } }),
      ]);
      const lost = both.filter((one) => one.status === 'rejected');
      expect(lost).toMatchObject([{ reason: refusedWith('case_decided') }]);
      expect(await mailsTo(member)).toHaveLength(1);
      expect(await actsOn(id)).toHaveLength(1);
      const won = both[0]?.status === 'fulfilled' ? 'verified' : 'denied';
      expect(await statusOf(member)).toMatchObject({ status: won });
    }
  });

  test('answers not found for a case that does not wait for review', async () => {
    const [newMember, submitted] = [await florin.signUp(), await florin.signUp()];
    await submitKyc(florin, submitted);
    for (const id of [newMember.user.id, submitted.user.id, crypto.randomUUID(), 'nonsense', "'; drop table users"]) {
      await expect(open(id)).rejects.toMatchObject(refusedWith('case_not_found'));
      await expect(verify(id)).rejects.toMatchObject(refusedWith('case_not_found'));
    }
  });
});

describe('a member without the operator role', () => {
  test('a member cannot use the review endpoints', async () => {
    const [mallory, ines] = [await florin.signUp(), await waitingCase(florin)];
    const { id } = ines.user;
    const [file] = (await open(id)).files;
    for (const attempt of [
      () => mallory.client.call(endpoints.listKycCases),
      () => mallory.client.call(endpoints.getKycCase, { params: { id } }),
      () => mallory.client.open(endpoints.viewKycFile, { params: { id, fileId: file?.id ?? '' } }),
      () => verify(id, ines.client),
    ])
      await expect(attempt()).rejects.toMatchObject(refusedWith('not_found'));
    expect(await statusOf(ines)).toMatchObject({ status: 'pending' });
  });
});
