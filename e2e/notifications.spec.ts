import { expect, test } from './product.ts';

// Rules: toasts-2, toasts-3
test('the app shows at most three toasts at the top right for four seconds', async ({ page, newMember, open }) => {
  await page.clock.install();
  await open(page, await newMember(), '/dashboard?tab=converter');
  const convert = page.getByRole('button', { name: 'Convert Now' });
  await expect(convert).toBeVisible();
  await page.clock.pauseAt(Date.now() + 3_600_000);
  const messages = page.getByRole('region', { name: /^Notifications/ }).getByRole('listitem');
  for (let i = 0; i < 4; i++) {
    await convert.click();
    await page.clock.runFor(200);
  }
  // The toast list loads with the first toast and shows queued toasts by a timer. So the clock must advance until the
  // toasts appear.
  await expect(async () => {
    await page.clock.runFor(20);
    await expect(messages.and(page.locator('[data-visible=true]'))).toHaveCount(3, { timeout: 500 });
  }).toPass();
  const box = await messages.first().boundingBox();
  expect(box?.width).toBe(356);
  expect(box?.x).toBeGreaterThan(1280 / 2);
  expect(box?.y).toBeLessThan(200);
  await page.clock.runFor(3_000);
  await expect(messages).not.toHaveCount(0);
  await page.clock.runFor(2_000);
  await expect(messages).toHaveCount(0);
});

// Rules: toasts-1
test('Alt+T moves the focus to the toasts', async ({ page, newMember, open }) => {
  await open(page, await newMember(), '/dashboard?tab=converter');
  await page.getByRole('button', { name: 'Convert Now' }).click();
  const messages = page.getByRole('region', { name: /^Notifications/ });
  await expect(messages.getByRole('listitem')).toHaveCount(1);
  await page.keyboard.press('Alt+t');
  await expect(messages.locator(':focus')).toHaveCount(1);
});
