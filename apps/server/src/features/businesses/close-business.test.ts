import { endpoints, type Client } from '@florin/contract';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { mailsTo } from '../../../test/ask-for-money.ts';
import { openBakery, type Bakery } from '../../../test/bakery.ts';
import {
  actingClient,
  details,
  join,
  openBusiness,
  uploadDocument,
  type TestBusiness,
} from '../../../test/business.ts';
import { operator } from '../../../test/kyc.ts';
import { refusedWith } from '../../../test/refused-with.ts';
import { startSecondNode } from '../../../test/second-node.ts';
import { createTestApp, type TestApp, type TestMember } from '../../../test/test-app.ts';
import { addWebhook } from '../../../test/webhooks.ts';
import { issueWithSettings, payInvoice } from '../../../test/write-invoice.ts';

let florin: TestApp;
let ines: TestMember;
let jonas: TestMember;
let acme: TestBusiness;
let owner: Client;
beforeAll(async () => {
  florin = await createTestApp();
});
beforeEach(async () => {
  [ines, jonas] = [await florin.signUp('Ines'), await florin.signUp('Jonas')];
  acme = await openBusiness(florin, ines);
  owner = actingClient(florin, ines.token, acme.handle);
});
afterAll(async () => {
  await florin.expectCleanBooks();
  await florin.close();
});

const close = (client = owner, { handle } = acme) => client.call(endpoints.closeBusiness, { body: { handle } });
const rowsOf = async (sql: string) => (await florin.database.ownerPool.query(sql, [acme.id])).rows;

test('closing a business ends the access of its people immediately, on every node, and mails these people', async () => {
  const viewer = await join(florin, ines, acme, { person: jonas, role: 'viewer' });
  const other = await startSecondNode(florin);
  const elsewhere = actingClient(other, jonas.token, acme.handle);
  await elsewhere.call(endpoints.me);
  await close();
  for (const client of [owner, viewer, elsewhere])
    await expect(client.call(endpoints.me)).rejects.toMatchObject(refusedWith('business_not_found'));
  expect(await ines.client.call(endpoints.listBusinesses)).toEqual([]);
  for (const { user } of [ines, jonas])
    expect((await mailsTo(florin, user.email)).at(-1)).toMatchObject({
      subject: 'Acme Bakery is closed',
      body: 'Ines closed the account of Acme Bakery on Florin. Your own account stays as it is.',
    });
  await other.close();
});

test('closing a business needs an owner and its short name, and happens once if two owners do it at the same moment', async () => {
  const admin = await join(florin, ines, acme, { person: jonas, role: 'admin' });
  await expect(close(admin)).rejects.toMatchObject(refusedWith('role_not_allowed'));
  await expect(close(owner, { ...acme, handle: 'acme' })).rejects.toMatchObject(refusedWith('invalid_request'));
  await expect(ines.client.call(endpoints.closeBusiness, { body: acme })).rejects.toMatchObject(
    refusedWith('business_not_found'),
  );
  await owner.call(endpoints.changePersonRole, { params: { id: jonas.user.id }, body: { role: 'owner' } });
  const ended = await Promise.allSettled([close(), close(actingClient(florin, jonas.token, acme.handle))]);
  expect(ended.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
});

test('closing a business is rejected until its wallets are empty, and while a proposal reserves money', async () => {
  const bakery: Bakery = await openBakery(florin);
  await expect(close(bakery.owner, bakery.acme)).rejects.toMatchObject(refusedWith('account_not_empty'));
  const body = { recipient_email: bakery.shop.user.email, amount: '2000.00' };
  await bakery.payer.call(endpoints.sendMoney, { body });
  await expect(close(bakery.owner, bakery.acme)).rejects.toMatchObject(refusedWith('account_not_empty'));
  expect(await bakery.owner.call(endpoints.listApprovals, { query: {} })).toHaveLength(1);
});

test('closing a business is rejected while an invoice is open, and keeps paid invoices', async () => {
  const issuer = { ...ines, client: owner };
  const invoice = await issueWithSettings(issuer);
  await expect(close()).rejects.toMatchObject(refusedWith('account_not_empty'));
  const customer = await florin.signUpWith('200.00');
  await payInvoice(customer, invoice, '120.00');
  await owner.call(endpoints.sendMoney, { body: { recipient_email: customer.user.email, amount: '117.64' } });
  await owner.call(endpoints.me).then(({ balances }) => expect(balances.usd_exact).toBe('0.00'));
  await close();
  expect(await rowsOf('select number, total::text from invoices where issuer_id = $1')).toEqual([
    { number: 1, total: '12000' },
  ]);
});

test('a business with an open request cannot close, and closing ends its keys, webhooks and proposals', async () => {
  await owner.call(endpoints.makeKey, { body: { name: 'Till', scopes: ['balances:read'] } });
  await addWebhook({ ...ines, client: owner }, 'https://acme.example/hook');
  await owner.call(endpoints.invitePerson, { body: { email: jonas.user.email, role: 'viewer' } });
  const request = await owner.call(endpoints.requestMoney, { body: { amount: '5.00' } });
  await expect(close()).rejects.toMatchObject(refusedWith('account_not_empty'));
  await owner.call(endpoints.cancelRequest, { params: { id: request.id } });
  await florin.database.ownerPool.query(
    `insert into approvals (id, business_id, kind, content, shown, needed, approvers, proposed_by)
     values (gen_random_uuid(), $1, 'rules', '{}', '{"title":"New rules","why":[]}', 1, '{owner}', $2)`,
    [acme.id, ines.user.id],
  );
  await uploadDocument(florin, ines, acme.handle);
  await owner.call(endpoints.submitBusiness);
  await close();
  const open = await rowsOf(
    `select (select count(*)::int from api_keys where party_id = $1 and revoked_at is null) as keys,
            (select count(*)::int from webhooks where user_id = $1) as webhooks,
            (select count(*)::int from business_people where business_id = $1) as people,
            (select count(*)::int from business_invitations where business_id = $1 and ended is null) as invitations,
            (select count(*)::int from business_files where business_id = $1) as files,
            (select count(*)::int from data_keys where user_id = $1) as keys_of_data,
            (select count(*)::int from approvals where business_id = $1 and state = 'proposed') as proposals`,
  );
  const none = {
    keys: 0,
    webhooks: 0,
    people: 0,
    invitations: 0,
    files: 0,

    keys_of_data: 0,
    proposals: 0,
  };
  expect(open).toEqual([none]);
  const olu = await operator(florin);
  expect((await olu.client.call(endpoints.listBusinessCases)).map(({ id }) => id)).not.toContain(acme.id);
  expect(await rowsOf(`select did from business_acts where business_id = $1 order by id desc limit 1`)).toEqual([
    { did: 'Closed the business' },
  ]);
});

test('closing a business frees its address but not its short name, and its owner can close their account', async () => {
  await close();
  await expect(
    ines.client.call(endpoints.openBusiness, {
      body: { name: 'Acme', handle: acme.handle, email: 'new@acme.example', details },
    }),
  ).rejects.toMatchObject(refusedWith('handle_taken'));
  const again = await florin.signUp('Shop', acme.email);
  expect(again.user.email).toBe(acme.email);
  await ines.client.call(endpoints.closeAccount, { body: { current_password: ines.password } });
});
