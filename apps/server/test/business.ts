import { endpoints, type BusinessDetails, type BusinessRole, type Client } from '@florin/contract';
import { fetchThrough } from './fetch-through.ts';
import { picture } from './kyc.ts';
import { strictClient } from './strict-client.ts';
import type { TestApp, TestMember } from './test-app.ts';
import { uploadFile } from './upload-file.ts';

export const details: BusinessDetails = {
  form: 'company',
  country: 'PT',
  street_address: 'Rua do Ouro 17',
  city: 'Lisboa',
  postal_code: '1100-061',
  registration_number: 'PT 501 442 600',
  activity: 'Bakes bread for restaurants.',
  owners: [{ name: 'Ines Almeida', share: 60 }],
};

/** Returns a `fetch` that sends each call of a client for a business. */
const fetchFor =
  (fetch: ReturnType<typeof fetchThrough>, handle: string): ReturnType<typeof fetchThrough> =>
  (url, init) =>
    fetch(url, { ...init, headers: { ...(init.headers as Record<string, string>), 'florin-account': handle } });

/** A client that acts for a business with a person's session. */
export const actingClient = ({ app }: Pick<TestApp, 'app'>, token: string, handle: string): Client =>
  strictClient({ origin: '', fetch: fetchFor(fetchThrough(app.http), handle), token: () => token });

export type TestBusiness = { readonly id: string; readonly handle: string; readonly email: string };

let opened = 0;

/** Makes a person count as verified. */
export async function verify(florin: TestApp, member: TestMember): Promise<TestMember> {
  await florin.database.ownerPool.query('update users set kyc_level = 2 where id = $1', [member.user.id]);
  return member;
}

/** Opens a business of a person, who counts as verified afterwards. */
export async function openBusiness(florin: TestApp, owner: TestMember, name = 'Acme Bakery'): Promise<TestBusiness> {
  await verify(florin, owner);
  const handle = `acme-${(opened += 1)}`;
  const email = `payments@${handle}.example`;
  const { id } = await owner.client.call(endpoints.openBusiness, { body: { name, handle, email, details } });
  return { id, handle, email };
}

/** Adds a person to a business by an invitation that they accept. Returns their client for the business. */
export async function join(
  florin: TestApp,
  owner: TestMember,
  { handle }: TestBusiness,
  { person, role }: { person: TestMember; role: BusinessRole },
): Promise<Client> {
  const body = { email: person.user.email, role };
  await actingClient(florin, owner.token, handle).call(endpoints.invitePerson, { body });
  await person.client.call(endpoints.acceptBusinessInvitation, {
    body: { token: await invitationTo(florin, person.user.email) },
  });
  return actingClient(florin, person.token, handle);
}

/** Returns the token of the latest invitation that was mailed to an address. */
export async function invitationTo(florin: TestApp, email: string): Promise<string> {
  const mails = await florin.client.call(endpoints.listCaughtMails, { query: { to: email } });
  const [token = ''] = mails.flatMap(({ link }) => /\/join-business#([\w-]+)$/.exec(link ?? '')?.[1] ?? []);
  return token;
}

/** Uploads a document of a business. */
export const uploadDocument = async (florin: TestApp, { token }: TestMember, handle: string, kind = 'registration') =>
  uploadFile(florin, { token, account: handle }, endpoints.uploadBusinessFile, {
    fields: { kind },
    name: `${kind}.jpg`,
    bytes: await picture(),
  });

/** Opens a business in which another person proposes a payment. Returns the proposal's id. */
export async function proposeIn(florin: TestApp, owner: TestMember, person: TestMember): Promise<string> {
  const business = await openBusiness(florin, owner);
  const payer = await join(florin, owner, business, { person, role: 'payer' });
  const acting = actingClient(florin, owner.token, business.handle);
  const card = await acting.call(endpoints.addPaymentMethod, { body: { token: 'tok_visa' } });
  await acting.call(endpoints.addFunds, { body: { amount: '400.00', payment_method_id: card.id } });
  await payer.call(endpoints.sendMoney, { body: { recipient_email: owner.user.email, amount: '300.00' } });
  const [proposed] = await acting.call(endpoints.listApprovals, { query: {} });
  return proposed?.id ?? '';
}
