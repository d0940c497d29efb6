import { send } from './members.ts';
import { expect, test } from './product.ts';
import { markDocument, toast } from './screen.ts';

const notComing = 'Could not load this part. Please try again.';
const panelCode = /\/assets\/notification-popover-.*\.js$/;

test('a panel whose code fails to load marks nothing as read and opens at the next press', async ({
  page,
  newMember,
  open,
  provoke,
}) => {
  provoke('net::ERR_FAILED');
  const member = await newMember();
  await send(await newMember({ funds: { USD: '10.00' } }), member, '1.00');
  await page.route(panelCode, (route) => route.abort());
  await open(page, member);
  const bell = page.getByRole('button', { name: 'Notifications, 1 new' });
  await bell.click();
  await expect(toast(page, notComing)).toBeVisible();
  await expect(bell).toHaveAttribute('aria-expanded', 'false');
  await page.unroute(panelCode);
  await bell.click();
  const panel = page.getByRole('dialog', { name: 'Notifications' });
  await expect(panel.getByText('New', { exact: true })).toBeVisible();
});

test('code that fails to load twice triggers a page reload', async ({ page, newMember, open, provoke }) => {
  provoke('net::ERR_FAILED');
  await page.route(panelCode, (route) => route.abort());
  await open(page, await newMember());
  const document = await markDocument(page);
  const bell = page.getByRole('button', { name: 'Notifications' });
  await bell.click();
  await expect(toast(page, notComing)).toBeVisible();
  await document.expectSame();
  await bell.click();
  await document.expectReplaced();
  await page.unroute(panelCode);
  await bell.click();
  await expect(page.getByRole('dialog', { name: 'Notifications' })).toBeVisible();
});

test('Retry reloads a page whose stylesheet failed to load', async ({ page, newMember, open, provoke }) => {
  provoke('net::ERR_FAILED', 'Unable to preload CSS');
  const stylesheet = /\/assets\/transactions-page-.*\.css$/;
  await page.route(stylesheet, (route) => route.abort());
  await open(page, await newMember());
  const document = await markDocument(page);
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Transactions' }).click();
  await expect(page.getByRole('heading', { name: 'This page can’t be displayed' })).toBeVisible();
  await page.unroute(stylesheet);
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect(page.getByRole('heading', { name: 'Transaction History' })).toBeVisible();
  await document.expectReplaced();
});
