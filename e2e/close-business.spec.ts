import { createServer } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { endpoints } from '@florin/contract';
import type { Page } from '@playwright/test';
import { accept, actingClient, invite, openBusiness } from './business-people.ts';
import { addFunds, clientOf, send } from './members.ts';
import { expect, test } from './product.ts';
import { toast } from './screen.ts';

// The test uses two people in two windows, and a person who only pays.
test.describe.configure({ timeout: 240_000 });

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Close Acme Bakery?' });
const closeForever = (page: Page) => dialog(page).getByRole('button', { name: 'Close forever' }).click();

/** Starts a failing receiver of webhooks on this machine. Records the types of the received events. */
async function startReceiver() {
  const types: string[] = [];
  const server = createServer((request, response) => {
    let text = '';
    request.on('data', (part: Buffer) => (text += part.toString()));
    request.on('end', () => {
      types.push((JSON.parse(text) as { type: string }).type);
      response.writeHead(503).end();
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return { types, url: `http://127.0.0.1:${port}/hook`, close: () => server.close() };
}

test('an owner empties and closes a business, and its people, keys and webhooks lose access', async ({
  page,
  baseURL,
  newMember,
  newBrowser,
  open,
  guard,
}) => {
  const origin = baseURL ?? '';
  const owner = await newMember({ name: 'Ines Almeida', confirmed: true, funds: { USD: '12.34' } });
  const viewer = await newMember({ name: 'Vera Lund', confirmed: true });
  const shop = await newMember({ name: 'Paper Shop', confirmed: true, funds: { USD: '20.00' } });
  await open(page, owner, '/profile');
  const handle = await openBusiness(page, origin, owner, 'Acme Bakery');
  const at = (path: string) => `/b/${handle}${path}`;
  const own = actingClient(origin, owner, handle);
  await accept(viewer, await invite(origin, own, viewer, 'viewer'));
  await addFunds({ api: own }, { USD: '50.00' });
  const { secret } = await own.call(endpoints.makeKey, { body: { name: 'Till', scopes: ['balances:read'] } });
  const program = clientOf(origin, secret);
  expect((await program.call(endpoints.listWallets)).find(({ currency }) => currency === 'USD')?.balance_exact).toBe(
    '50.00',
  );
  const receiver = await startReceiver();
  await own.call(endpoints.addWebhook, { body: { url: receiver.url, types: ['payment.completed'] } });
  // A call of a tab can be under way when the tab's account ends.
  for (const status of [401, 404, 409]) guard.tolerate(status);

  const viewerPage = await newBrowser();
  await open(viewerPage, viewer, at('/dashboard'));
  await expect(viewerPage.getByRole('region', { name: 'Balances' })).toContainText('$50.00');

  await test.step('with money in it the business stays open, and a sentence says what to do', async () => {
    await open(page, owner, at('/business'));
    await page.getByRole('button', { name: 'Close business' }).click();
    await dialog(page).getByLabel(`Type ${handle}`).fill(handle);
    await closeForever(page);
    await expect(dialog(page)).toContainText('Your account still contains USD. Send, withdraw or sell it first.');
    expect((await own.call(endpoints.me)).balances.usd_exact).toBe('50.00');
    await dialog(page).getByRole('button', { name: 'Cancel' }).click();
  });

  await test.step('its last payment is sent, and the webhook will be tried again', async () => {
    await send({ ...owner, api: own }, shop, '49.01');
    await expect.poll(() => receiver.types).toContain('payment.completed');
  });

  await test.step('another short name closes nothing', async () => {
    await page.getByRole('button', { name: 'Close business' }).click();
    await dialog(page).getByLabel(`Type ${handle}`).fill('acme');
    await closeForever(page);
    await expect(dialog(page)).toContainText('This does not match the short name');
    await dialog(page).getByRole('button', { name: 'Cancel' }).click();
    expect((await own.call(endpoints.getBusiness)).handle).toBe(handle);
  });

  await test.step('empty it is closed after the short name is typed, and the owner is in their own account', async () => {
    await page.getByRole('button', { name: 'Close business' }).click();
    await dialog(page).getByLabel(`Type ${handle}`).fill(handle);
    await closeForever(page);
    await expect(page).toHaveURL(`${origin}/dashboard`);
    await expect(toast(page, 'Acme Bakery is closed')).toBeVisible();
    await expect(page.getByRole('region', { name: 'Balances' })).toContainText('$12.34');
    await page.getByRole('button', { name: 'Account', exact: true }).click();
    await expect(page.getByRole('menuitem', { name: 'Open a business account' })).toBeVisible();
    await expect(page.getByRole('menuitem', { name: /Acme Bakery/ })).toHaveCount(0);
  });

  await test.step('the open tab of another person leads to their own account', async () => {
    await expect(viewerPage.getByText('You no longer have access to Acme Bakery')).toBeVisible();
    await viewerPage.getByRole('link', { name: 'Go to your own account' }).click();
    await expect(viewerPage).toHaveURL(`${origin}/dashboard`);
    await expect(viewerPage.getByRole('region', { name: 'Balances' })).toContainText('$0.00');
  });

  await test.step('its pages are gone for the owner, too', async () => {
    await page.goto(at('/transactions'));
    await expect(page.getByRole('heading', { name: /no longer have access|have no access/ })).toBeVisible();
    await expect(page.getByText('$50.00')).toHaveCount(0);
  });

  await test.step('its key and its webhook have ended', async () => {
    await expect(program.call(endpoints.listWallets)).rejects.toMatchObject({ status: 401 });
    const before = receiver.types.length;
    await send(shop, { email: `payments@${handle}.example` }, '5.00');
    await page.waitForTimeout(7_000); // the first retry would come after five seconds
    expect(receiver.types).toHaveLength(before);
    receiver.close();
  });

  await test.step('the recipient of its payment still reads it, without the name of the business', async () => {
    const shopPage = await newBrowser();
    await open(shopPage, shop, '/transactions');
    await shopPage.getByRole('main').getByText('Received from Closed account').click();
    await expect(shopPage.getByRole('dialog')).toContainText('$49.01');
  });
});
