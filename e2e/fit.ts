// Checks that a screen fits every window, has large enough targets, and works in forced colors.

import { expect, type Page } from '@playwright/test';
import { overflowOf } from './accessible.ts';
import { lostInForcedColors } from './forced-colors.ts';
import { smallTargets } from './hit-areas.ts';
import { retryUntil, isEmpty, isNotWider } from './retry-until.ts';

/** Minimum size of a target on phones in CSS pixels. */
const finger = 44;
const phone = { width: 390, height: 844 };

/** Window sizes in addition to the sizes that axe checks on every screen. */
const sizes = [
  { width: 768, height: 1024 },
  { width: 2560, height: 1440 },
  // A window of 1280 by 900 at a zoom of 200 %.
  { width: 640, height: 450 },
];

/** Checks the current screen on a phone and in other windows. Leaves the window in the last size. */
export async function expectFit(page: Page, where: string) {
  await page.setViewportSize(phone);
  // A menu updates its position a moment after a resize.
  const small = await retryUntil(() => smallTargets(page, finger), isEmpty);
  expect.soft(small, `${where}: too small for a finger`).toEqual([]);
  expect.soft(await wideTables(page), `${where}: tables that scroll sideways on a phone`).toEqual([]);
  await page.emulateMedia({ forcedColors: 'active' });
  expect.soft(await lostInForcedColors(page), `${where}, in forced colors`).toEqual([]);
  await page.emulateMedia({ forcedColors: 'none' });
  for (const size of [phone, ...sizes]) {
    await page.setViewportSize(size);
    const form = `${where} at ${size.width} × ${size.height}`;
    // A screen may be wider than its window for a moment after a resize, but not longer.
    const overflow = await retryUntil(() => overflowOf(page), isNotWider);
    expect.soft(overflow, `${form} scrolls sideways`).toBeLessThanOrEqual(0);
    expect.soft(await areDialogsInWindow(page), `${form}: the dialog is within the window`).toBe(true);
  }
}

/** Returns the labels of tables that are wider than the window. On a phone their rows are lists. */
const wideTables = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll('.data-table-scroll')]
      .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)
      .map((table) => table.getAttribute('aria-label')),
  );

/** Longer dialogs scroll inside themselves. */
const areDialogsInWindow = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll('[role=dialog]')].every((dialog) => {
      const { left, top, right, bottom } = dialog.getBoundingClientRect();
      return left >= -1 && top >= -1 && right <= innerWidth + 1 && bottom <= innerHeight + 1;
    }),
  );
