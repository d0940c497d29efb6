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
  test('has nothing submitted, the limits of a new account, and what level 2 would give', async () => {
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

  test('sees how much of the limits is used', async () => {
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
  test('is kept, piece by piece, and shown as it was entered', async () => {
    const { client } = await florin.signUp();
    const { first_name, id_number } = kycForm;
    await client.call(endpoints.saveKycDraft, { body: { first_name } });
    const { form } = await client.call(endpoints.saveKycDraft, { body: { id_number, city: '' } });
    expect(form).toEqual({ first_name, id_number, city: '' });
    expect(await client.call(endpoints.getKycDraft)).toEqual({ form, files: [] });
  });

  // Rules: kyc-7
  test('fills in what is not sent, and what is sent may be written either way', async () => {
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

describe('what is handed in', () => {
  const submit = async (form: Record<string, string | null>, files: string[] = ['front', 'selfie']) => {
    const member = await florin.signUp();
    for (const kind of files) await uploadKycFile(florin, member, kind);
    return member.client.call(endpoints.submitKyc, { body: form });
  };
  const incomplete = (fields: Record<string, unknown>) => refusedWith('verification_incomplete', { fields });
  const text = expect.any(String);

  // Rules: kyc-4
  test('is missing everything when there is nothing', async () => {
    const keys = [...Object.keys(kycForm), 'front', 'selfie'].filter((key) => key !== 'id_type');
    await expect(submit({}, [])).rejects.toMatchObject(incomplete(Object.fromEntries(keys.map((key) => [key, text]))));
  });

  test.each([
    ['an empty first name', { first_name: '  ' }, 'first_name'],
    ['a country that is none', { country: 'XX' }, 'country'],
    ['a country’s name', { country: 'Portugal' }, 'country'],
    ['a country of letters whose capitals are longer', { country: 'ŉﬃ' }, 'country'],
    ['a day that is none', { date_of_birth: '1990-02-30' }, 'date_of_birth'],
    ['a birth in another millennium', { date_of_birth: '0990-02-03' }, 'date_of_birth'],
    ['a document number of three', { id_number: 'A12' }, 'id_number'],
    ['a document number of signs', { id_number: '{{7*7}}' }, 'id_number'],
    ['a document of another kind', { id_type: 'library_card' }, 'id_type'],
    ['a name without end', { last_name: 'x'.repeat(150) }, 'last_name'],
  ])('is refused with %s', async (_, wrong, field) => {
    await expect(submit({ ...kycForm, ...wrong })).rejects.toMatchObject(incomplete({ [field]: text }));
  });

  test('is refused of somebody who is not 18 yet by the database’s clock, and taken from the birthday on', async () => {
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

  test.each(['drivers_license', 'national_id'])('needs both sides of a %s', async (id_type) => {
    await expect(submit({ ...kycForm, id_type })).rejects.toMatchObject(incomplete({ back: text }));
    expect(await submit({ ...kycForm, id_type }, ['front', 'back', 'selfie'])).toMatchObject({ status: 'pending' });
  });

  test('does not keep the back of a passport', async () => {
    const member = await florin.signUp();
    for (const kind of ['front', 'back', 'selfie']) await uploadKycFile(florin, member, kind);
    await member.client.call(endpoints.submitKyc, { body: kycForm });
    const { files } = await member.client.call(endpoints.getKycDraft);
    expect(files.map(({ kind }) => kind)).toEqual(['front', 'selfie']);
  });

  test('is closed while it waits: nothing is changed, added, thrown away or handed in again', async () => {
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

describe('an identity number', () => {
  test('that comes back as it was shown is the one that was sent', async () => {
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

describe('too many', () => {
  let limited: TestApp;
  beforeAll(async () => {
    limited = await createTestApp({ FLORIN_RATE_LIMITS: 'on' });
  });
  afterAll(() => limited.close());

  test('uploads of a day are turned away', async () => {
    const member = await limited.signUp();
    const bytes = await picture('jpeg', { width: 8, height: 8 });
    for (let nth = 0; nth < 30; nth++) await uploadKycFile(limited, member, 'front', { bytes });
    await expect(uploadKycFile(limited, member, 'front', { bytes })).rejects.toMatchObject(
      refusedWith('too_many_requests'),
    );
    expect((await member.client.call(endpoints.getKycDraft)).files).toHaveLength(1);
  });

  test('submissions of a day are turned away; what was incomplete does not count', async () => {
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
