import { endpoints } from '@florin/contract';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { checkKyc, kycForm, operator, submitKyc, uploadKycFile } from '../../../test/kyc.ts';
import { refusedWith } from '../../../test/refused-with.ts';
import { createTestApp, type TestApp, type TestMember } from '../../../test/test-app.ts';
import { verifiedAddress, verifiedBirthDate } from './index.ts';

let florin: TestApp;
let olu: TestMember;
let ines: TestMember;
beforeAll(async () => {
  florin = await createTestApp();
  olu = await operator(florin);
});
beforeEach(async () => {
  ines = await verified('Ines Almeida');
});
afterEach(() => florin.expectCleanBooks());
afterAll(() => florin.close());

async function verified(name: string): Promise<TestMember> {
  const member = await florin.confirm(await florin.signUp(name));
  await submitKyc(florin, member);
  await checkKyc(florin);
  return member;
}
const startChange = (name = 'Ines Moreau', { client }: TestMember = ines) =>
  client.call(endpoints.startNameChange, { body: { name } });
const cancelChange = () => ines.client.call(endpoints.cancelNameChange);
const status = () => ines.client.call(endpoints.getKycStatus);
const me = () => ines.client.call(endpoints.me);
const rename = (name: string) => ines.client.call(endpoints.changeProfile, { body: { name } });
/** The simulated check sends the last name Review to manual review. */
const submitNewName = () =>
  submitKyc(florin, ines, { first_name: 'Ines', last_name: 'Review', id_number: `N${Date.now()}X` });
const decide = (decision: 'verified' | 'needs_more' | 'denied') => {
  const reasons = decision === 'verified' ? [] : [{ item: 'document', reason: 'It shows another name.' } as const];
  return olu.client.call(endpoints.decideKycCase, { params: { id: ines.user.id }, body: { decision, reasons } });
};
const subjects = async () => {
  const mails = await florin.client.call(endpoints.listCaughtMails, { query: { to: ines.user.email } });
  return mails.map(({ subject }) => subject);
};
const closed = refusedWith('verification_closed');

describe('a verified name', () => {
  // Rules: identity-24, asvs-7.5.1
  test('rejects a profile change of a verified name, explains why, and changes nothing', async () => {
    const nameLocked = refusedWith('name_locked', {
      detail: 'Your name is verified. Changing it needs a new identity check.',
    });
    const change = { name: 'Jonas Weber', phone: '+351 912 345 678' };
    await expect(ines.client.call(endpoints.changeProfile, { body: change })).rejects.toMatchObject(nameLocked);
    expect(await me()).toMatchObject({ name: 'Ines Almeida', phone: null, verified: true });
    expect(await rename('Ines Almeida')).toMatchObject({ name: 'Ines Almeida' });
  });

  // Rules: identity-24
  test('rejects a name change during the approval of the check', async () => {
    const nora = await florin.confirm(await florin.signUp('Nora Lind'));
    await submitKyc(florin, nora);
    const blocker = await florin.database.ownerPool.connect();
    await blocker.query('begin');
    await blocker.query('update users set kyc_level = 2 where id = $1', [nora.user.id]);
    const renaming = Promise.allSettled([nora.client.call(endpoints.changeProfile, { body: { name: 'Jonas Weber' } })]);
    await blocker.query('commit');
    blocker.release();
    expect((await renaming)[0]).toMatchObject({ reason: refusedWith('name_locked') });
    expect((await nora.client.call(endpoints.me)).name).toBe('Nora Lind');
  });

  // Rules: identity-24
  test('a verified name and its limits stay until an operator approves the new name', async () => {
    const limits = (await status()).limits;
    expect(await startChange()).toMatchObject({ status: 'none', new_name: 'Ines Moreau', level: 2 });
    expect((await subjects())[0]).toBe('Name change requested');
    expect(await me()).toMatchObject({ name: 'Ines Almeida', verified: true, kyc_level: 2 });
    await submitNewName();
    await checkKyc(florin);
    expect(await status()).toMatchObject({ status: 'pending', new_name: 'Ines Moreau', level: 2, limits });
    expect(await olu.client.call(endpoints.getOverview)).toMatchObject({ checks: 1 });
    const [row] = await olu.client.call(endpoints.listKycCases);
    expect(row).toMatchObject({ id: ines.user.id, account_name: 'Ines Almeida', new_name: 'Ines Moreau' });
    await decide('verified');
    expect(await me()).toMatchObject({ name: 'Ines Moreau', verified: true, kyc_level: 2 });
    expect(await status()).toMatchObject({ status: 'verified', new_name: null, limits });
    expect((await subjects())[0]).toBe('Your new name is verified');
    expect(await olu.client.call(endpoints.listKycCases)).toEqual([]);
  });

  test('the automatic check can approve a new name', async () => {
    await startChange();
    await submitKyc(florin, ines, { first_name: 'Ines', last_name: 'Moreau', id_number: `N${Date.now()}Y` });
    await checkKyc(florin);
    expect(await me()).toMatchObject({ name: 'Ines Moreau', verified: true });
  });

  test('a denied new name keeps the old name and the limits, and blocks the next attempt for 30 days', async () => {
    await startChange();
    await submitNewName();
    await checkKyc(florin);
    await decide('denied');
    expect(await me()).toMatchObject({ name: 'Ines Almeida', verified: true, kyc_level: 2 });
    expect(await status()).toMatchObject({
      status: 'verified',
      level: 2,
      new_name: null,
      reasons: [{ item: 'document', reason: 'It shows another name.' }],
    });
    expect((await subjects())[0]).toBe('We could not verify your new name');
    await expect(startChange()).rejects.toMatchObject(closed);
    await florin.database.ownerPool.query(
      `update kyc_decisions set decided_at = decided_at - interval '30 days' where user_id = $1`,
      [ines.user.id],
    );
    expect(await status()).toMatchObject({ status: 'verified', reasons: [] });
    expect(await startChange()).toMatchObject({ status: 'none', new_name: 'Ines Moreau' });
  });

  test('a member keeps the verified name while an operator requests more, and can submit again', async () => {
    await startChange();
    await submitNewName();
    await checkKyc(florin);
    await decide('needs_more');
    expect(await status()).toMatchObject({ status: 'needs_more', new_name: 'Ines Moreau', level: 2 });
    await uploadKycFile(florin, ines, 'front');
    await ines.client.call(endpoints.submitKyc, { body: {} });
    await checkKyc(florin);
    await decide('verified');
    expect(await me()).toMatchObject({ name: 'Ines Moreau' });
  });

  test('canceling a name change keeps the old name and removes the check from the operators’ queue', async () => {
    await startChange();
    await submitNewName();
    await checkKyc(florin);
    expect(await cancelChange()).toMatchObject({ status: 'verified', new_name: null });
    expect(await olu.client.call(endpoints.listKycCases)).toEqual([]);
    await expect(decide('verified')).rejects.toMatchObject({ status: expect.any(Number) });
    expect(await me()).toMatchObject({ name: 'Ines Almeida', verified: true });
    expect(await startChange('Ines Lind')).toMatchObject({ status: 'none', new_name: 'Ines Lind' });
    expect(await olu.client.call(endpoints.listKycCases), 'the earlier submission was for another name').toEqual([]);
  });
});

describe('the verified birth date and address', () => {
  const known = async () => {
    const { pool, vault } = florin.app.dependencies;
    const address = await verifiedAddress({ pool, vault }, ines.user.id);
    return [await verifiedBirthDate({ pool, vault }, ines.user.id), address?.town, address?.country];
  };
  const edited = { date_of_birth: '1950-01-02', city: 'Elsewhere', country: 'DE' };
  const editDraft = () => ines.client.call(endpoints.saveKycDraft, { body: edited });
  const original = [kycForm.date_of_birth, kycForm.city, kycForm.country];

  test('the verified birth date and address stay while a member edits or cancels a draft for a new name', async () => {
    await startChange();
    await editDraft();
    expect(await known()).toEqual(original);
    await startChange('Ines Lind');
    expect(await known()).toEqual(original);
    await cancelChange();
    expect(await known()).toEqual(original);
    await startChange();
    expect(await ines.client.call(endpoints.getKycDraft)).toMatchObject({
      form: { last_name: 'Moreau', city: kycForm.city, date_of_birth: kycForm.date_of_birth },
    });
  });

  test('the verified birth date and address stay after a denied new name, and change with a verified new name', async () => {
    await startChange();
    await editDraft();
    await submitKyc(florin, ines, { ...edited, first_name: 'Ines', last_name: 'Review' });
    await checkKyc(florin);
    await decide('denied');
    expect(await known()).toEqual(original);
    await florin.database.ownerPool.query(
      `update kyc_decisions set decided_at = decided_at - interval '30 days' where user_id = $1`,
      [ines.user.id],
    );
    await startChange();
    await submitKyc(florin, ines, { ...edited, first_name: 'Ines', last_name: 'Review' });
    await checkKyc(florin);
    await decide('verified');
    expect(await known()).toEqual([edited.date_of_birth, edited.city, edited.country]);
  });
});

describe('a check of a new name', () => {
  test('a check of a new name needs new files', async () => {
    await startChange();
    expect(await ines.client.call(endpoints.getKycDraft)).toMatchObject({
      form: { first_name: 'Ines', last_name: 'Moreau', city: kycForm.city },
      files: [],
    });
    await expect(ines.client.call(endpoints.submitKyc, { body: {} })).rejects.toMatchObject(
      refusedWith('verification_incomplete', { fields: { front: expect.any(String), selfie: expect.any(String) } }),
    );
  });

  test('rejects a name change to the same name, during a pending check, or without a verified name', async () => {
    await expect(startChange('Ines Almeida')).rejects.toMatchObject(closed);
    const nora = await florin.confirm(await florin.signUp('Nora Lind'));
    await expect(startChange('Nora Moreau', nora)).rejects.toMatchObject(closed);
    await startChange();
    expect(await startChange('Ines Lind')).toMatchObject({ new_name: 'Ines Lind' });
    await submitNewName();
    await expect(startChange('Ines Third')).rejects.toMatchObject(closed);
    expect(await status()).toMatchObject({ status: 'pending', new_name: 'Ines Lind' });
  });

  test('rejects a name change to a reserved name', async () => {
    for (const name of ['Florin Support', '', 'www.florin-help.example'])
      await expect(startChange(name)).rejects.toMatchObject(refusedWith('invalid_request'));
  });

  test('a new name is encrypted, and closing the account deletes it', async () => {
    await startChange();
    const { rows } = await florin.database.ownerPool.query<{ new_name: Buffer }>(
      'select new_name from kyc_cases where user_id = $1',
      [ines.user.id],
    );
    expect(rows[0]?.new_name.toString('latin1')).not.toContain('Moreau');
    await ines.client.call(endpoints.closeAccount, { body: { current_password: ines.password } });
    const after = await florin.database.ownerPool.query(
      'select new_name, new_name_at, verified_form from kyc_cases where user_id = $1',
      [ines.user.id],
    );
    expect(after.rows).toEqual([{ new_name: null, new_name_at: null, verified_form: null }]);
  });
});
