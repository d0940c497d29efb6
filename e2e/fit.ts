// Whether a screen keeps to every window, gives room to a finger and can be told in forced colours.

import { expect, type Page } from '@playwright/test';
import { overflowOf } from './accessible.ts';
import { lostInForcedColors } from './forced-colors.ts';
import { smallTargets } from './hit-areas.ts';
import { foundAtLast, isEmpty, isNotWider } from './looks.ts';

/** On phones at least (the design: "phone targets at least 44"). */
const finger = 44;
const phone = { width: 390, height: 844 };

/** Besides those in which axe looks at every screen, and at its width with it. */
const sizes = [
  { width: 768, height: 1024 },
  { width: 2560, height: 1440 },
  // What a window of 1280 by 900 has left at a zoom of 200 %.
  { width: 640, height: 450 },
];

/** The screen as it stands, on a phone and in other windows; it is left in the last. */
export async function expectFit(page: Page, where: string) {
  await page.setViewportSize(phone);
  // A menu is positioned again a moment after the window is resized.
  const small = await foundAtLast(() => smallTargets(page, finger), isEmpty);
  expect.soft(small, `${where}: too small for a finger`).toEqual([]);
  await page.emulateMedia({ forcedColors: 'active' });
  expect.soft(await lostInForcedColors(page), `${where}, in forced colours`).toEqual([]);
  await page.emulateMedia({ forcedColors: 'none' });
  for (const size of [phone, ...sizes]) {
    await page.setViewportSize(size);
    const form = `${where} at ${size.width} × ${size.height}`;
    // At the moment of the change the coin's screen was once seen wider than its window; for long no screen may be.
    const overflow = await foundAtLast(() => overflowOf(page), isNotWider);
    expect.soft(overflow, `${form} scrolls sideways`).toBeLessThanOrEqual(0);
    expect.soft(await areDialogsInWindow(page), `${form}: the dialog is within the window`).toBe(true);
  }
}

/** What is longer than the window scrolls in itself. */
const areDialogsInWindow = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll('[role=dialog]')].every((dialog) => {
      const { left, top, right, bottom } = dialog.getBoundingClientRect();
      return left >= -1 && top >= -1 && right <= innerWidth + 1 && bottom <= innerHeight + 1;
    }),
  );
