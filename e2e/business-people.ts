// Businesses and the people who act for them, made through the API.

import { createClient, endpoints, type BusinessRole, type Client } from '@florin/contract';
import { expect, type Page } from '@playwright/test';
import { documentNumber, jpeg, personal, upload } from './kyc-papers.ts';
import { clientOf, type Member } from './members.ts';

/** A client that acts for a business with a person's session. */
export const actingClient = (origin: string, { token }: Pick<Member, 'token'>, handle: string): Client =>
  createClient({
    origin,
    fetch: (url, init) => {
      const headers = new Headers(init.headers);
      headers.set('florin-account', handle);
      return fetch(url, { ...init, headers });
    },
    token: () => token,
  });

/** Verifies a person. The sandbox decides automatically about a document that no other account has. */
export async function verifyPerson(page: Page, origin: string, member: Member) {
  const [first_name = '', last_name = ''] = member.name.split(' ');
  const identity = { first_name, last_name, id_type: 'passport', id_number: documentNumber() } as const;
  await member.api.call(endpoints.saveKycDraft, { body: { ...personal, ...identity } });
  for (const kind of ['front', 'selfie']) await upload(origin, member, kind, await jpeg(page));
  await member.api.call(endpoints.submitKyc, { body: {} });
  await expect.poll(async () => (await member.api.call(endpoints.me)).kyc_level, { timeout: 60_000 }).toBe(2);
}

/** Uploads the registration of a business. */
export async function uploadRegistration(page: Page, origin: string, { token }: Member, handle: string) {
  const photo = await jpeg(page, 'registration.jpg');
  const body = new FormData();
  body.set('kind', 'registration');
  body.set('file', new Blob([new Uint8Array(photo.buffer)], { type: photo.mimeType }), photo.name);
  const headers = { authorization: `Bearer ${token}`, 'florin-account': handle };
  const answer = await fetch(`${origin}/api/business/documents`, { method: 'POST', headers, body });
  expect(answer.status).toBe(200);
}

/** Invites a person and returns the path of the mailed link. */
export async function invite(origin: string, owner: Client, { email }: Member, role: BusinessRole): Promise<string> {
  await owner.call(endpoints.invitePerson, { body: { email, role } });
  const mails = await clientOf(origin, null).call(endpoints.listCaughtMails, { query: { to: email } });
  const link = mails.map((mail) => mail.link ?? '').find((each) => each.includes('/join-business#')) ?? '';
  return link.slice(link.indexOf('/join-business#'));
}

/** Lets a person accept an invitation. */
export const accept = ({ api }: Member, link: string) =>
  api.call(endpoints.acceptBusinessInvitation, { body: { token: link.split('#')[1] ?? '' } });

/**
 * Verifies a person and opens a business for the person. No operator has verified the business yet. Returns the
 * business's handle.
 */
export async function openBusiness(page: Page, origin: string, owner: Member, name: string): Promise<string> {
  await verifyPerson(page, origin, owner);
  const handle = `acme-${owner.user.id.slice(-8)}`;
  const details = {
    form: 'company' as const,
    country: 'PT',
    street_address: 'Rua do Ouro 17',
    city: 'Lisboa',
    postal_code: '1100-061',
    registration_number: 'PT 501 442 600',
    activity: 'Bakes bread for restaurants.',
    owners: [{ name: owner.name, share: 60 }],
  };
  await owner.api.call(endpoints.openBusiness, {
    body: { name, handle, email: `payments@${handle}.example`, details },
  });
  return handle;
}
