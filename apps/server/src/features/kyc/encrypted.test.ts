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

/** Returns every row of every table as text, like a dump. Bytes are hexadecimal. */
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

const hexOf = (bytes: Buffer | string) => Buffer.from(bytes).toString('hex');

// Rules: security-34
test('a copy of the database contains neither personal data nor files of a verification', async () => {
  const [member, olu] = [await florin.signUp('Jonas Weber'), await operator(florin)];
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

  const dumped = await dump();
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
  const isInDump = (text: string) =>
    [text.toLowerCase(), hexOf(text), hexOf(text.toLowerCase())].some((written) => dumped.includes(written));
  expect(texts.filter(isInDump)).toEqual([]);
  for (const file of [jpeg, redrawn, pdf])
    for (const from of [0, 64, file.length - 32]) expect(dumped).not.toContain(hexOf(file.subarray(from, from + 16)));

  // The dump is complete: it contains the account's name and the encrypted data in its full length.
  expect(isInDump('Jonas Weber')).toBe(true);
  expect(dumped.length).toBeGreaterThan(2 * (redrawn.length + pdf.length));
});

test('destroying an account’s key makes its data in a database copy unreadable', async () => {
  const member = await florin.signUp();
  await member.client.call(endpoints.saveKycDraft, { body: { first_name: 'Wilhelmina' } });
  await uploadKycFile(florin, member, 'front');
  await florin.app.dependencies.vault.destroyKey(florin.database.ownerPool, member.user.id);
  await expect(member.client.call(endpoints.getKycDraft)).rejects.toMatchObject({ status: 500 });
});

test('rejects drafts and submissions of a closed account, and stores nothing', async () => {
  const closing = await florin.signUp();
  const member = await findMember(florin.database.pool, closing.user.email);
  if (!member) throw new Error('missing test member');
  await closing.client.call(endpoints.closeAccount, { body: { current_password: closing.password } });
  // Calls whose session ended after they were authenticated.
  for (const attempt of [
    () => saveDraft(florin.app.dependencies, member, { first_name: 'Wilhelmina' }),
    () => handIn(florin.app.dependencies, member, kycForm),
  ])
    await expect(attempt()).rejects.toMatchObject({ code: 'not_signed_in' });
  const { rows } = await florin.database.ownerPool.query('select from data_keys where user_id = $1', [member.id]);
  expect(rows).toEqual([]);
});

test('an export contains the submitted verification, and closing the account deletes it', async () => {
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
