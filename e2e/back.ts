// The browser's Back button on a screen with an open dialog.

import { expect, type Page } from '@playwright/test';

export const over = (page: Page) => page.getByRole('dialog');
const placeOf = (page: Page) => new URL(page.url()).pathname;

/** Expects no dialog, and waits until its history step is removed: navigating earlier would cancel the removal. */
export async function expectNothingOver(page: Page) {
  await expect(over(page)).toHaveCount(0);
  await expect.poll(() => stepsOver(page)).toBe(0);
}

/** Closes the dialog with Escape and waits until its history step is removed. */
export async function closeOver(page: Page) {
  await page.keyboard.press('Escape');
  await expectNothingOver(page);
}

/** Returns the number of history steps of the open dialogs. */
const stepsOver = (page: Page) => page.evaluate(() => (history.state as { layer?: number } | null)?.layer ?? 0);

/** Presses Back once the dialog has its history step. The step is added a moment after the dialog opens. */
export async function goBackFromOver(page: Page) {
  await expect.poll(() => stepsOver(page)).toBeGreaterThan(0);
  await page.goBack();
}

/** Discards the dialog's input, if Back asks about the input. */
async function discardIfAsked(page: Page, where: string) {
  const question = page.getByRole('dialog', { name: 'Discard your changes?' });
  const isAnswered = async () => (await over(page).count()) === 0 || (await question.isVisible());
  await expect.poll(isAnswered, `${where}: closed by Back, or asks`).toBe(true);
  if (await question.isVisible()) await question.getByRole('button', { name: 'Discard' }).click();
}

/**
 * Expects Back to close the dialog and keep the page, and Forward not to open it again. Returns false without a dialog.
 */
export async function expectBackCloses(page: Page, where: string): Promise<boolean> {
  if ((await over(page).count()) === 0) return false;
  const place = placeOf(page);
  await goBackFromOver(page);
  await discardIfAsked(page, where);
  await expect(over(page), `${where}: closed by Back`).toHaveCount(0);
  expect(placeOf(page), `${where}: the page stays`).toBe(place);
  await page.goForward();
  await expect(over(page), `${where}: not opened again by Forward`).toHaveCount(0);
  expect(placeOf(page), `${where}: nowhere to go`).toBe(place);
  return true;
}
