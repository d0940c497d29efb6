import { expect } from 'vitest';
import * as z from 'zod/mini';
import { filesOf, idOf } from './answer-parts.ts';
import { details, invitationTo, openBusiness } from './business.ts';
import type { endpointVisits } from './endpoint-visits.ts';
import { operator } from './kyc.ts';
import type { TestApp, TestMember } from './test-app.ts';

const submission = z.object({ submitted_at: z.string() });
const invitations = z.object({ invitations: z.array(z.object({ id: z.string() })) });

/** Calls each endpoint of businesses and of their people. Returns the list of actions in the business. */
export async function visitBusiness(
  { visit, visitStream, visitUpload }: ReturnType<typeof endpointVisits>,
  florin: TestApp,
): Promise<string> {
  const confirmed = async (name: string) => florin.confirm(await florin.signUp(name));
  const [ines, jonas, lea] = [await confirmed('Ines'), await confirmed('Jonas'), await confirmed('Lea')];
  const { handle: first } = await openBusiness(florin, ines);
  const { token } = ines;
  const handle = `${first}-two`;
  const opening = { name: 'Acme Two', handle, email: `pay@${handle}.example`, details };
  const id = idOf((await visit('openBusiness', { token, body: opening })).answer);
  await florin.database.ownerPool.query('update users set email_confirmed_at = now() where id = $1', [id]);
  await visit('listBusinesses', { token });
  const as = { token, account: handle };
  await visit('changeBusiness', { ...as, body: details });
  await visitUpload(
    'uploadBusinessFile',
    { ...ines, account: handle },
    { fields: { kind: 'registration' }, name: 'a.jpg' },
  );
  const submitted = z.parse(submission, (await visit('submitBusiness', as)).answer).submitted_at;
  const olu = await operator(florin);
  const cases = z.parse(z.array(z.unknown()), (await visit('listBusinessCases', { token: olu.token })).answer);
  await visitStream('viewBusinessFile', olu.token, { id, fileId: filesOf(cases[0])[0]?.id ?? '' });
  const decision = { decision: 'verified', submitted_at: submitted };
  await visit('decideBusinessCase', { token: olu.token, params: { id }, body: decision });
  expect((await visit('getBusiness', as)).raw).toContain('"state":"verified"');

  const invite = async (email: string) => {
    const { answer } = await visit('invitePerson', { ...as, body: { email, role: 'payer' } });
    return { token: await invitationTo(florin, email), id: z.parse(invitations, answer).invitations.at(-1)?.id ?? '' };
  };
  const link = { token: (await invite(jonas.user.email)).token };
  await visit('lookUpBusinessInvitation', { token: jonas.token, body: link });
  await visit('acceptBusinessInvitation', { token: jonas.token, body: link });
  await visit('declineBusinessInvitation', {
    token: lea.token,
    body: { token: (await invite(lea.user.email)).token },
  });
  await visit('revokeInvitation', { ...as, params: { id: (await invite(lea.user.email)).id } });
  await visitApprovals({ visit }, florin, as, jonas);
  const person = { params: { id: jonas.user.id } };
  await visit('changePersonRole', { ...as, ...person, body: { role: 'viewer' } });
  await visit('removePerson', { ...as, ...person });
  await visit('listBusinessPeople', as);
  const { raw } = await visit('listBusinessActs', as);
  const { handle: closing } = await openBusiness(florin, lea);
  await visit('closeBusiness', { token: lea.token, account: closing, body: { handle: closing } });
  return raw;
}

/** Calls each endpoint of rules and approvals. */
async function visitApprovals(
  { visit }: Pick<ReturnType<typeof endpointVisits>, 'visit'>,
  florin: TestApp,
  as: { readonly token: string; readonly account: string },
  payer: TestMember,
): Promise<void> {
  const rules = [{ name: 'all', over: '1', effect: 'approve' }];
  await visit('getPaymentRules', as);
  await visit('tryPaymentRules', { ...as, body: { rules } });
  await visit('changePaymentRules', { ...as, body: { rules, version: 0 } });
  const by = { ...as, token: payer.token };
  const card = idOf((await visit('addPaymentMethod', { ...as, body: { token: 'tok_visa' } })).answer);
  await visit('addFunds', { ...as, body: { amount: '100.00', payment_method_id: card } });
  const to = (await florin.confirm(await florin.signUp())).user.email;
  const propose = async () => {
    await visit('sendMoney', { ...by, body: { recipient_email: to, amount: '5.00' } });
    const [open] = z.parse(z.array(z.object({ id: z.string() })), (await visit('listApprovals', as)).answer);
    return { id: open?.id ?? '' };
  };
  const params = await propose();
  await visit('getApproval', { ...by, params });
  await visit('approve', { ...as, params, body: { password: payer.password } });
  await visit('refuse', { ...as, params: await propose(), body: {} });
  await visit('withdrawOwn', { ...by, params: await propose() });
}
