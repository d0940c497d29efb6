import { endpoints } from '@florin/contract';
import { personal, upload, type Paper } from '../kyc-papers.ts';
import { openAccount, type Member } from '../members.ts';

/** Returns a member with a submitted verification. The last name decides the result of the sandbox's identity check. */
export async function submittedCase(
  origin: string,
  photo: Paper,
  [firstName, lastName]: readonly [string, string],
): Promise<Member> {
  const member = await openAccount(origin, { name: `${firstName} ${lastName}` });
  const passport = { id_type: 'passport', id_number: 'CC482913' } as const;
  const name = { first_name: firstName, last_name: lastName };
  await member.api.call(endpoints.saveKycDraft, { body: { ...personal, ...passport, ...name } });
  for (const kind of ['front', 'selfie']) await upload(origin, member, kind, photo);
  await member.api.call(endpoints.submitKyc, { body: {} });
  return member;
}
