import { endpoints } from '@florin/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { checkKyc, kycForm, submitKyc } from '../../../test/kyc.ts';
import { createTestApp, type TestApp, type TestMember } from '../../../test/test-app.ts';
import { findMember, grantStanding } from '../identity/index.ts';
import { verifiedAddress, verifiedBirthDate } from './index.ts';

let florin: TestApp;
beforeAll(async () => {
  florin = await createTestApp();
});
afterAll(() => florin.close());

/** Raises the level without a submission. */
async function grantLevel({ user }: TestMember): Promise<void> {
  const { pool } = florin.app.dependencies;
  const member = await findMember(pool, user.email);
  if (member) await grantStanding(pool, member, { kycLevel: 2, plan: 'personal' });
}

async function verifiedDataOf({ user }: TestMember) {
  const { pool, vault } = florin.app.dependencies;
  const address = await verifiedAddress({ pool, vault }, user.id);
  return { town: address?.town, born: await verifiedBirthDate({ pool, vault }, user.id) };
}

const nothing = { town: undefined, born: undefined };

test('a draft is not verified data when the level was granted without a submission', async () => {
  const ines = await florin.signUp('Ines');
  await ines.client.call(endpoints.saveKycDraft, { body: { ...kycForm, city: 'Draftville' } });
  await grantLevel(ines);
  expect(await ines.client.call(endpoints.getKycStatus)).toMatchObject({ status: 'verified', level: 2 });
  expect(await verifiedDataOf(ines)).toEqual(nothing);
});

test('a submission without a decision is not verified data when the level was granted', async () => {
  const ines = await florin.signUp('Ines');
  await submitKyc(florin, ines, { city: 'Sentville' });
  await grantLevel(ines);
  expect(await verifiedDataOf(ines)).toEqual(nothing);
});

test('a member with a granted level has verified data after a new name is verified', async () => {
  const ines = await florin.signUp('Ines');
  await ines.client.call(endpoints.saveKycDraft, { body: { ...kycForm, city: 'Draftville' } });
  await grantLevel(ines);
  await ines.client.call(endpoints.startNameChange, { body: { name: 'Ines Moreau' } });
  expect(await verifiedDataOf(ines)).toEqual(nothing);
  await submitKyc(florin, ines, {
    first_name: 'Ines',
    last_name: 'Moreau',
    city: 'Porto',
    id_number: `N${Date.now()}`,
  });
  expect(await verifiedDataOf(ines)).toEqual(nothing);
  await checkKyc(florin);
  expect(await verifiedDataOf(ines)).toEqual({ town: 'Porto', born: kycForm.date_of_birth });
});
