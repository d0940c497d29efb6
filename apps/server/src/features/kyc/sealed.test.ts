import { endpoints } from '@florin/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { checkKyc, kycForm, operator, picture, submitKyc, uploadKycFile } from '../../../test/kyc.ts';
import { createTestApp, type TestApp } from '../../../test/test-app.ts';
import { findMember } from '../identity/index.ts';
import { saveDraft } from './draft.ts';
import { submitKyc as handIn } from './submit-kyc.ts';

let florin: TestApp;
beforeAll(async () => {
  florin = await createTestApp();
});
afterAll(() => florin.close());

/** Every row of every table as text, as a dump would have it: bytes in hexadecimal digits. */
async function dump(): Promise<string> {
  const { ownerPool } = florin.database;
  const { rows } = await ownerPool.query<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables
     where schemaname not in ('pg_catalog', 'information_schema')`,
  );
  const tables = [];
  for (const { name } of rows) {
    const table = await ownerPool.query<{ row: string }>(`select t::text as row from ${name} t`);
    tables.push(...table.rows.map(({ row }) => `${name} ${row}`));
  }
  return tables.join('\n').toLowerCase();
}

const inDigits = (bytes: Buffer | string) => Buffer.from(bytes).toString('hex');

// Rules: security-34
test('a copy of the database holds none of the personal data that was submitted, and no file', async () => {
  const [member, olu] = [await florin.signUp('Somebody Else'), await operator(florin)];
  const form = { ...kycForm, last_name: 'Review', id_type: 'national_id' as const };
  const pdf = Buffer.from(`%PDF-1.7\nletter-canary ${'x'.repeat(500)}\n%%EOF\n`);
  const jpeg = await picture('jpeg', { width: 400, height: 300 });
  await member.client.call(endpoints.saveKycDraft, { body: { ...form, city: 'Draftville' } });
  await uploadKycFile(florin, member, 'front', { name: 'quackenbush-front.jpg', bytes: jpeg });
  await uploadKycFile(florin, member, 'back', { name: 'quackenbush-back.pdf', bytes: pdf });
  await uploadKycFile(florin, member, 'selfie', { name: 'me-in-wallop.jpg', bytes: jpeg });
  await member.client.call(endpoints.submitKyc, { body: { ...form, first_name: 'Wilhelmina Zuleika' } });
  await checkKyc(florin);
  const params = { id: member.user.id };
  const { files } = await olu.client.call(endpoints.getKycCase, { params });
  const fileId = files[0]?.id ?? '';
  const answer = await olu.client.open(endpoints.viewKycFile, { params: { ...params, fileId } });
  const redrawn = Buffer.from(await answer.arrayBuffer());
  const reason = 'Wilhelmina, the street is not Larkspur Crescent';
  const body = { decision: 'needs_more' as const, reasons: [{ item: 'personal' as const, reason }] };
  await olu.client.call(endpoints.decideKycCase, { params, body });

  const everything = await dump();
  const { id_type: _, country: _two, last_name: _review, ...personal } = form;
  const texts = Object.values(personal).concat([
    'Zuleika',
    'Draftville',
    'Larkspur',
    'quackenbush',
    'me-in-wallop',
    'letter-canary',
    'requests a manual review',
  ]);
  const isThere = (text: string) =>
    [text.toLowerCase(), inDigits(text), inDigits(text.toLowerCase())].some((written) => everything.includes(written));
  expect(texts.filter(isThere)).toEqual([]);
  for (const file of [jpeg, redrawn, pdf])
    for (const from of [0, 64, file.length - 32])
      expect(everything).not.toContain(inDigits(file.subarray(from, from + 16)));

  // What the dump would have shown: the account's own name, and what is sealed at its length.
  expect(isThere('Somebody Else')).toBe(true);
  expect(everything.length).toBeGreaterThan(2 * (redrawn.length + pdf.length));
});

test('a copy that was made before an account was closed opens for nobody', async () => {
  const member = await florin.signUp();
  await member.client.call(endpoints.saveKycDraft, { body: { first_name: 'Wilhelmina' } });
  await uploadKycFile(florin, member, 'front');
  await florin.app.dependencies.vault.destroyKey(florin.database.ownerPool, member.user.id);
  await expect(member.client.call(endpoints.getKycDraft)).rejects.toMatchObject({ status: 500 });
});

test('what is entered at the moment the account is closed is not kept', async () => {
  const leaver = await florin.signUp();
  const member = await findMember(florin.database.pool, leaver.user.email);
  if (!member) throw new Error('nobody signed up');
  await leaver.client.call(endpoints.closeAccount, { body: { current_password: leaver.password } });
  // As calls do that came with a session which ended a moment later.
  for (const attempt of [
    () => saveDraft(florin.app.dependencies, member, { first_name: 'Wilhelmina' }),
    () => handIn(florin.app.dependencies, member, kycForm),
  ])
    await expect(attempt()).rejects.toMatchObject({ code: 'not_signed_in' });
  const { rows } = await florin.database.ownerPool.query('select from data_keys where user_id = $1', [member.id]);
  expect(rows).toEqual([]);
});

test('who downloads their data finds what they entered, and who leaves takes it along', async () => {
  const member = await florin.signUp();
  await submitKyc(florin, member, { last_name: 'Review', id_number: kycForm.id_number });
  await checkKyc(florin);
  const answer = await member.client.open(endpoints.exportMyData);
  expect(await answer.json()).toMatchObject({
    verification: { status: 'pending', form: { id_number: kycForm.id_number } },
    verification_files: [{ name: 'front.jpg', base64: expect.stringMatching(/^\/9j\//) }, { name: 'selfie.jpg' }],
  });

  await member.client.call(endpoints.closeAccount, { body: { current_password: member.password } });
  const { rows } = await florin.database.ownerPool.query(
    `select c.form, c.notes, c.round, (select count(*)::int from kyc_files f where f.user_id = c.user_id) as files
     from kyc_cases c where c.user_id = $1`,
    [member.user.id],
  );
  expect(rows).toEqual([{ form: null, notes: null, round: 1, files: 0 }]);
});
