import { expect, type Page } from '@playwright/test';

/** The latest mail of this subject to an address; its link is followed as in a mail program. */
export async function followMail(page: Page, email: string, subject: string | RegExp) {
  await page.goto(`/sandbox?to=${encodeURIComponent(email)}`);
  const mail = page.getByRole('listitem').filter({ hasText: subject }).first();
  await expect(mail).toContainText(email);
  // Only the newest of all is open already.
  if (!(await mail.getByRole('link').isVisible())) await mail.locator('summary').first().click();
  await mail.getByRole('link', { name: /^Open the link/ }).click();
}
