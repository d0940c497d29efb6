// What the browser's Back does to a screen with something over it.

import { expect, type Page } from '@playwright/test';

export const over = (page: Page) => page.getByRole('dialog');
const placeOf = (page: Page) => new URL(page.url()).pathname;

/** Nothing lies over the screen, and the step in the history that it had is taken back: leaving before calls the leaving off. */
export async function expectNothingOver(page: Page) {
  await expect(over(page)).toHaveCount(0);
  await expect.poll(() => stepsOver(page)).toBe(0);
}

/** Closes what lies over the screen, and waits until its step in the history is taken back. */
export async function closeOver(page: Page) {
  await page.keyboard.press('Escape');
  await expectNothingOver(page);
}

/** How many steps in the history what lies over the screen has. */
const stepsOver = (page: Page) => page.evaluate(() => (history.state as { layer?: number } | null)?.layer ?? 0);

/** Presses Back when what lies over the screen has its step in the history, which it gets a moment after it is shown. */
export async function goBackFromOver(page: Page) {
  await expect.poll(() => stepsOver(page)).toBeGreaterThan(0);
  await page.goBack();
}

/** Back closes what lies over the screen, which stays, and Forward opens nothing again. False where nothing lies over it. */
export async function expectBackCloses(page: Page, where: string): Promise<boolean> {
  if ((await over(page).count()) === 0) return false;
  const place = placeOf(page);
  await goBackFromOver(page);
  await expect(over(page), `${where}: closed by Back`).toHaveCount(0);
  expect(placeOf(page), `${where}: the page stays`).toBe(place);
  await page.goForward();
  await expect(over(page), `${where}: not opened again by Forward`).toHaveCount(0);
  expect(placeOf(page), `${where}: nowhere to go`).toBe(place);
  return true;
}
