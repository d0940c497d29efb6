import { endpoints } from '@florin/contract';
import type { jpeg } from '../kyc-papers.ts';
import { openAccount, type Member } from '../members.ts';

type Photo = Awaited<ReturnType<typeof jpeg>>;

const form = {
  date_of_birth: '1991-04-17',
  street_address: 'Rua do Norte 41',
  city: 'Lisbon',
  country: 'PT',
  postal_code: '1200-283',
  id_type: 'passport',
  id_number: 'CC482913',
} as const;

/** A member who has submitted a verification. The last name says what the sandbox's check makes of it. */
export async function submittedCase(
  origin: string,
  photo: Photo,
  [firstName, lastName]: readonly [string, string],
): Promise<Member> {
  const member = await openAccount(origin, { name: `${firstName} ${lastName}` });
  await member.api.call(endpoints.saveKycDraft, { body: { ...form, first_name: firstName, last_name: lastName } });
  for (const kind of ['front', 'selfie']) await upload(origin, member, kind, photo);
  await member.api.call(endpoints.submitKyc, { body: {} });
  return member;
}

async function upload(origin: string, { token }: Member, kind: string, { name, mimeType, buffer }: Photo) {
  const body = new FormData();
  body.set('kind', kind);
  body.set('file', new Blob([new Uint8Array(buffer)], { type: mimeType }), name);
  const answer = await fetch(`${origin}/api/kyc/documents`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
    body,
  });
  if (!answer.ok) throw new Error(`uploading the ${kind} was answered with ${answer.status}`);
}
