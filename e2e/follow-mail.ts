import { expect, type Page } from '@playwright/test';

/** Opens the link of the newest mail with this subject to an address. */
export async function followMail(page: Page, email: string, subject: string | RegExp) {
  await page.goto(`/sandbox?to=${encodeURIComponent(email)}`);
  const mail = page.getByRole('listitem').filter({ hasText: subject }).first();
  await expect(mail).toContainText(email);
  // Only the newest mail is expanded.
  if (!(await mail.getByRole('link').isVisible())) await mail.locator('summary').first().click();
  await mail.getByRole('link', { name: /^Open the link/ }).click();
}
