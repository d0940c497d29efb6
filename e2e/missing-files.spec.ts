import { send } from './members.ts';
import { expect, test } from './product.ts';
import { toast } from './screen.ts';

const notComing = 'This part could not be loaded. Please try again.';
const panelCode = /\/assets\/notification-popover-.*\.js$/;

test('a panel whose code did not come marks nothing as read, and opens with the next press', async ({
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
