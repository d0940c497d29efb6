import { endpoints, type KycFile, type KycForm } from '@florin/contract';
import sharp from 'sharp';
import { checkCases } from '../src/features/kyc/check-cases.ts';
import type { IdentityCheck } from '../src/providers/identity-check/identity-check.ts';
import { simulatedIdentityCheck } from '../src/providers/identity-check/simulated.ts';
import type { TestApp, TestMember } from './test-app.ts';
import { uploadFile } from './upload-file.ts';

export const kycForm: KycForm = {
  first_name: 'Wilhelmina',
  last_name: 'Quackenbush',
  date_of_birth: '1987-03-14',
  street_address: '17 Larkspur Crescent',
  city: 'Nether Wallop',
  country: 'PT',
  postal_code: 'ZX9-4417',
  id_type: 'passport',
  id_number: 'QX7730915',
};

/** Returns a picture with some noise. */
export const picture = (type: 'jpeg' | 'png' = 'jpeg', size = { width: 96, height: 60 }): Promise<Buffer> =>
  sharp({
    create: { ...size, channels: 3, background: '#777', noise: { type: 'gaussian', mean: 128, sigma: 30 } },
  })
    .toFormat(type)
    .toBuffer();

/** A HEIC photo of 96 by 64 pixels, red on the left and blue on the right. Generated with heif-enc. */
export const heicPhoto = Buffer.from(
  'AAAAHGZ0eXBoZWljAAAAAG1pZjFoZWljbWlhZgAAAT9tZXRhAAAAAAAAACFoZGxyAAAAAAAAAABwaWN0AAAAAAAAAAAAAAAAAAAA' +
    'AA5waXRtAAAAAAABAAAAImlsb2MAAAAAREAAAQABAAAAAAFjAAEAAAAAAAAAMwAAACNpaW5mAAAAAAABAAAAFWluZmUCAAAAAAEA' +
    'AGh2YzEAAAAAv2lwcnAAAAChaXBjbwAAAHVodmNDAQNwAAAAAAAAAAAAHvAA/P34+AAADwMgAAEAGEABDAH//wNwAAADAJAAAAMA' +
    'AAMAHroCQCEAAQAoQgEBA3AAAAMAkAAAAwAAAwAeoDCBBZbqSSmubAgAAAMACAAAAwAIQCIAAQAHRAHBcrAiQAAAABRpc3BlAAAA' +
    'AAAAAGAAAABAAAAAEHBpeGkAAAAAAwgICAAAABZpcG1hAAAAAAAAAAEAAQOBAoMAAAA7bWRhdAAAAC8oAa9YB0REYqZJf//K13/+' +
    'ZM5D5YSVCAKY/wjpa+5DNSjHNA0Si2sZYSceC3qBrw==',
  'base64',
);

/** Uploads a file for a member, by default a generated picture. */
export async function uploadKycFile(
  florin: TestApp,
  member: TestMember,
  kind: string,
  { name = `${kind}.jpg`, bytes }: { name?: string; bytes?: Buffer } = {},
): Promise<KycFile> {
  const sending = { fields: { kind }, name, bytes: bytes ?? (await picture()) };
  return (await uploadFile(florin, member, endpoints.uploadKycFile, sending)) as KycFile;
}

let documents = 0;
/**
 * Returns a new document number each time. A number that is verified on one account sends the next account to manual
 * review.
 */
const anotherNumber = () => `QX${(documents += 1)}${kycForm.id_number}`;

/** Uploads front and selfie, then submits the form. */
export async function submitKyc(florin: TestApp, member: TestMember, form: Partial<KycForm> = {}) {
  for (const kind of ['front', 'selfie']) await uploadKycFile(florin, member, kind);
  return member.client.call(endpoints.submitKyc, { body: { ...kycForm, id_number: anotherNumber(), ...form } });
}

/** Runs the identity check on all submitted cases. */
export async function checkKyc(
  { app, database }: TestApp,
  identityCheck: IdentityCheck = simulatedIdentityCheck({ afterSeconds: 0 }),
): Promise<void> {
  await database.ownerPool.query('update kyc_cases set next_check_at = now() where next_check_at is not null');
  await checkCases({ ...app.dependencies, identityCheck });
}

/** Signs up a member whose submission the identity check leaves to manual review. */
export async function waitingCase(florin: TestApp): Promise<TestMember> {
  const member = await florin.confirm(await florin.signUp());
  await submitKyc(florin, member, { last_name: 'Review' });
  await checkKyc(florin);
  return member;
}

export async function operator(florin: TestApp, name = 'Olu Adeyemi'): Promise<TestMember> {
  const member = await florin.signUp(name);
  await florin.database.ownerPool.query(`update users set role = 'operator' where id = $1`, [member.user.id]);
  return member;
}
