// Whether a screen keeps to every window, gives room to a finger and can be told in forced colours.

import { expect, type Page } from '@playwright/test';
import { overflowOf } from './accessible.ts';
import { lostInForcedColors } from './forced-colors.ts';
import { smallTargets } from './hit-areas.ts';

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

const softly = expect.configure({ soft: true });

/** The screen as it stands on a phone, which it is left as. */
export async function expectFit(page: Page, where: string) {
  await page.setViewportSize(phone);
  // What is placed by measuring, as a menu is, follows the window a moment later.
  const roomy = { message: `${where}: too small for a finger`, timeout: 10_000 };
  await softly.poll(() => smallTargets(page, finger), roomy).toEqual([]);
  await page.emulateMedia({ forcedColors: 'active' });
  expect.soft(await lostInForcedColors(page), `${where}, in forced colours`).toEqual([]);
  await page.emulateMedia({ forcedColors: 'none' });
  for (const size of [phone, ...sizes]) {
    await page.setViewportSize(size);
    const form = `${where} at ${size.width} × ${size.height}`;
    // At the moment of the change the coin's screen was once seen wider than its window; for long no screen may be.
    const fits = { message: `${form} scrolls sideways`, timeout: 10_000 };
    await softly.poll(() => overflowOf(page), fits).toBeLessThanOrEqual(0);
    const within = { message: `${form}: the dialog is within the window`, timeout: 10_000 };
    await softly.poll(() => areDialogsInWindow(page), within).toBe(true);
  }
  await page.setViewportSize(phone);
}

/** What is longer than the window scrolls in itself. */
const areDialogsInWindow = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll('[role=dialog]')].every((dialog) => {
      const { left, top, right, bottom } = dialog.getBoundingClientRect();
      return left >= -1 && top >= -1 && right <= innerWidth + 1 && bottom <= innerHeight + 1;
    }),
  );
