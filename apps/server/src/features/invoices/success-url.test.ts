import { endpoints } from '@florin/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openLiveNode } from '../../../test/live-node.ts';
import { refusedWith } from '../../../test/refused-with.ts';
import { createTestApp, type TestApp, type TestMember } from '../../../test/test-app.ts';
import { issueInvoice, tokenOf, writeInvoice } from '../../../test/write-invoice.ts';

const success_url = 'http://localhost:3000/thanks?order=7';

let florin: TestApp;
let live: Awaited<ReturnType<typeof openLiveNode>>;
let hana: TestMember;
/** The same member on the live node. */
let hanaInLive: TestMember;
beforeAll(async () => {
  florin = await createTestApp();
  live = await openLiveNode(florin);
  hana = await florin.signUp('Hana');
  hanaInLive = { ...hana, client: live.clientOf(hana.token) };
});
afterAll(async () => {
  await live.close();
  await florin.expectCleanBooks();
  await florin.close();
});

test('a success URL in a sandbox may lead to any port of http://localhost without registration', async () => {
  const params = { token: tokenOf(await issueInvoice(hana, { success_url })) };
  expect((await florin.client.call(endpoints.getPublicInvoice, { params })).success_url).toBe(success_url);
});

test.each([
  'http://shop.example/',
  'http://localhost.evil.example/',
  'http://localhost@evil.example/',
  'http://127.0.0.1/',
  'ftp://localhost/',
])('a sandbox does not lead to %s', async (url) => {
  await expect(writeInvoice(hana, { success_url: url })).rejects.toMatchObject(refusedWith('invalid_request'));
});

test('live mode accepts only https for a success URL', async () => {
  const refused = refusedWith('invalid_request', { fields: { success_url: expect.stringContaining('https') } });
  await expect(writeInvoice(hanaInLive, { success_url })).rejects.toMatchObject(refused);
  await expect(writeInvoice(hanaInLive, { success_url: 'https://localhost/' })).rejects.toMatchObject(
    refusedWith('host_not_registered'),
  );
});

test('live mode does not issue a draft that leads to http://localhost, and does not show the address', async () => {
  const draft = await writeInvoice(hana, { success_url });
  await expect(
    hanaInLive.client.call(endpoints.issueInvoice, { params: { id: draft.id }, body: { mail: false } }),
  ).rejects.toMatchObject(refusedWith('invalid_request'));
  const params = { token: tokenOf(await issueInvoice(hana, { success_url })) };
  expect((await live.clientOf(null).call(endpoints.getPublicInvoice, { params })).success_url).toBeNull();
});
