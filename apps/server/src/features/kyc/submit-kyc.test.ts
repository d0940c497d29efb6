import { endpoints } from '@florin/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { checkKyc, kycForm, picture, submitKyc, uploadKycFile } from '../../../test/kyc.ts';
import { refusedWith } from '../../../test/refused-with.ts';
import { createTestApp, type TestApp, type TestMember } from '../../../test/test-app.ts';

let florin: TestApp;
beforeAll(async () => {
  florin = await createTestApp();
});
afterAll(async () => {
  await florin.expectCleanBooks();
  await florin.close();
});

const statusOf = ({ client }: TestMember) => client.call(endpoints.getKycStatus);

describe('a new member', () => {
  // Rules: kyc-11
  test('a new member has no submission, sees the level 1 limits and the level 2 limits', async () => {
    const member = await florin.signUp();
    expect(await statusOf(member)).toEqual({
      status: 'none',
      level: 1,
      limits: {
        daily: 1000,
        daily_exact: '1000.00',
        monthly: 5000,
        monthly_exact: '5000.00',
        used_today: 0,
        used_today_exact: '0.00',
        used_this_month: 0,
        used_this_month_exact: '0.00',
      },
      next_limits: { daily: 10000, daily_exact: '10000.00', monthly: 100000, monthly_exact: '100000.00' },
      submitted_at: null,
      decided_at: null,
      reasons: [],
      may_retry_at: null,
      new_name: null,
    });
  });

  test('the status shows the used part of the limits', async () => {
    const member = await florin.signUpWith('300.00');
    const { user } = await florin.signUp();
    await member.client.call(endpoints.sendMoney, { body: { recipient_email: user.email, amount: '120.50' } });
    expect((await statusOf(member)).limits).toMatchObject({
      used_today_exact: '120.50',
      used_this_month_exact: '120.50',
    });
  });
});

describe('a draft', () => {
  test('a draft is saved field by field and returned as entered', async () => {
    const { client } = await florin.signUp();
    const { first_name, id_number } = kycForm;
    await client.call(endpoints.saveKycDraft, { body: { first_name } });
    const { form } = await client.call(endpoints.saveKycDraft, { body: { id_number, city: '' } });
    expect(form).toEqual({ first_name, id_number, city: '' });
    expect(await client.call(endpoints.getKycDraft)).toEqual({ form, files: [] });
  });

  // Rules: kyc-7
  test('a submission takes missing fields from the draft and accepts camelCase and snake_case keys', async () => {
    const member = await florin.signUp();
    const { first_name: firstName, id_number: idNumber, ...rest } = kycForm;
    await member.client.call(endpoints.saveKycDraft, { body: { ...rest, first_name: 'Another' } });
    for (const kind of ['front', 'selfie']) await uploadKycFile(florin, member, kind);
    const submission = { firstName, idNumber, city: null, kyc_level: '2', verified: 'true' };
    expect(await member.client.call(endpoints.submitKyc, { body: submission })).toMatchObject({
      status: 'pending',
      level: 1,
      submitted_at: expect.any(String),
    });
    const { form } = await member.client.call(endpoints.getKycDraft);
    expect(form).toEqual({ ...kycForm, id_number: '•••• 0915' });
  });
});

describe('a submission', () => {
  const submit = async (form: Record<string, string | null>, files: string[] = ['front', 'selfie']) => {
    const member = await florin.signUp();
    for (const kind of files) await uploadKycFile(florin, member, kind);
    return member.client.call(endpoints.submitKyc, { body: form });
  };
  const incomplete = (fields: Record<string, unknown>) => refusedWith('verification_incomplete', { fields });
  const text = expect.any(String);

  // Rules: kyc-4
  test('an empty submission reports every required field', async () => {
    const keys = [...Object.keys(kycForm), 'front', 'selfie'].filter((key) => key !== 'id_type');
    await expect(submit({}, [])).rejects.toMatchObject(incomplete(Object.fromEntries(keys.map((key) => [key, text]))));
  });

  test.each([
    ['an empty first name', { first_name: '  ' }, 'first_name'],
    ['an unknown country code', { country: 'XX' }, 'country'],
    ['a country’s name', { country: 'Portugal' }, 'country'],
    ['a country code whose upper case is longer', { country: 'ŉﬃ' }, 'country'],
    ['an impossible date', { date_of_birth: '1990-02-30' }, 'date_of_birth'],
    ['a birth date in another millennium', { date_of_birth: '0990-02-03' }, 'date_of_birth'],
    ['a document number of three characters', { id_number: 'A12' }, 'id_number'],
    ['a document number of symbols', { id_number: '{{7*7}}' }, 'id_number'],
    ['an unknown document type', { id_type: 'library_card' }, 'id_type'],
    ['a name of 150 characters', { last_name: 'x'.repeat(150) }, 'last_name'],
  ])('rejects a submission with %s', async (_, wrong, field) => {
    await expect(submit({ ...kycForm, ...wrong })).rejects.toMatchObject(incomplete({ [field]: text }));
  });

  test('rejects a member younger than 18 by the database’s clock and accepts the member from the birthday on', async () => {
    const { rows } = await florin.database.ownerPool.query<{ today: string; tomorrow: string }>(
      `select (current_date - interval '18 years')::date::text as today,
              (current_date - interval '18 years' + interval '1 day')::date::text as tomorrow`,
    );
    const [days] = rows;
    await expect(submit({ ...kycForm, date_of_birth: days?.tomorrow ?? '' })).rejects.toMatchObject(
      incomplete({ date_of_birth: 'You must be at least 18 years old.' }),
    );
    expect(await submit({ ...kycForm, date_of_birth: days?.today ?? '' })).toMatchObject({ status: 'pending' });
  });

  test.each(['drivers_license', 'national_id'])('a %s needs both sides', async (id_type) => {
    await expect(submit({ ...kycForm, id_type })).rejects.toMatchObject(incomplete({ back: text }));
    expect(await submit({ ...kycForm, id_type }, ['front', 'back', 'selfie'])).toMatchObject({ status: 'pending' });
  });

  test('a submission deletes the back side of a passport', async () => {
    const member = await florin.signUp();
    for (const kind of ['front', 'back', 'selfie']) await uploadKycFile(florin, member, kind);
    await member.client.call(endpoints.submitKyc, { body: kycForm });
    const { files } = await member.client.call(endpoints.getKycDraft);
    expect(files.map(({ kind }) => kind)).toEqual(['front', 'selfie']);
  });

  test('rejects every change while a submission is pending', async () => {
    const member = await florin.signUp();
    await submitKyc(florin, member);
    const before = await member.client.call(endpoints.getKycDraft);
    const id = before.files[0]?.id ?? '';
    for (const attempt of [
      () => member.client.call(endpoints.saveKycDraft, { body: { first_name: 'Other' } }),
      () => member.client.call(endpoints.submitKyc, { body: {} }),
      () => member.client.call(endpoints.removeKycFile, { params: { id } }),
      () => uploadKycFile(florin, member, 'front'),
    ])
      await expect(attempt()).rejects.toMatchObject(refusedWith('verification_closed'));
    expect(await member.client.call(endpoints.getKycDraft)).toEqual(before);
  });
});

describe('a document number', () => {
  test('a submitted masked document number keeps the saved number', async () => {
    const member = await florin.signUp();
    await submitKyc(florin, member, { last_name: 'Blurry' });
    await checkKyc(florin);
    const { form } = await member.client.call(endpoints.getKycDraft);
    expect(form.id_number).toBe('•••• 0915');
    await member.client.call(endpoints.saveKycDraft, { body: form });
    await uploadKycFile(florin, member, 'front');
    expect(await member.client.call(endpoints.submitKyc, { body: { id_number: '•••• 0915' } })).toMatchObject({
      status: 'pending',
    });
  });
});

describe('daily limits of the verification', () => {
  let limited: TestApp;
  beforeAll(async () => {
    limited = await createTestApp({ FLORIN_RATE_LIMITS: 'on' });
  });
  afterAll(() => limited.close());

  test('rejects the 31st upload of a day', async () => {
    const member = await limited.signUp();
    const bytes = await picture('jpeg', { width: 8, height: 8 });
    for (let nth = 0; nth < 30; nth++) await uploadKycFile(limited, member, 'front', { bytes });
    await expect(uploadKycFile(limited, member, 'front', { bytes })).rejects.toMatchObject(
      refusedWith('too_many_requests'),
    );
    expect((await member.client.call(endpoints.getKycDraft)).files).toHaveLength(1);
  });

  test('rejects the sixth submission of a day and does not count incomplete submissions', async () => {
    const member = await limited.signUp();
    const submit = () => member.client.call(endpoints.submitKyc, { body: {} });
    await expect(submit()).rejects.toMatchObject(refusedWith('verification_incomplete'));
    await submitKyc(limited, member);
    for (let nth = 1; nth <= 5; nth++) {
      await limited.database.ownerPool.query(
        `insert into kyc_decisions select user_id, round, 'needs_more' from kyc_cases where user_id = $1`,
        [member.user.id],
      );
      if (nth < 5) await submit();
    }
    await expect(submit()).rejects.toMatchObject(refusedWith('too_many_requests'));
  });
});
