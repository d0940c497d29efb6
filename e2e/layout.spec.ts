import type { Page } from '@playwright/test';
import { overflowOf } from './accessible.ts';
import { lostInForcedColors } from './forced-colors.ts';
import { smallTargets } from './hit-areas.ts';
import { fillPersonal, go } from './kyc-wizard.ts';
import { operatorOf } from './operator.ts';
import { expect, test } from './product.ts';
import { memberScreens, memberWithAll } from './member-screens.ts';
import type { Screen } from './screen-list.ts';
import { newcomerScreens, publicScreens } from './visitor-screens.ts';

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

test.describe.configure({ timeout: 240_000 });
test.use({ viewport: phone });

test('the screens for visitors keep to every window and give room to a finger', async ({ page }) => {
  await expectAllFit(page, publicScreens);
});

for (const [what, screens] of Object.entries(memberScreens))
  test(`the ${what} keep to every window and give room to a finger`, async ({ page, newMember, open }) => {
    await open(page, await memberWithAll(newMember));
    await expect(page.getByText('Bought Bitcoin').first()).toBeVisible();
    await expectAllFit(page, screens);
  });

test('the empty screens keep to every window and give room to a finger', async ({ page, newMember, open }) => {
  await open(page, await newMember());
  await expect(page.getByText('No transactions yet')).toBeVisible();
  await expectAllFit(page, newcomerScreens);
});

test('the steps of a verification keep to every window and give room to a finger', async ({
  page,
  newMember,
  open,
}) => {
  await open(page, await newMember(), '/kyc');
  await go(page, 'Continue');
  await expect(page.getByText('Please enter your last name.')).toBeVisible();
  await expectFit(page, 'Personal Info');
  await fillPersonal(page, 'Lind');
  await go(page, 'Continue');
  await expect(page.getByLabel('ID number')).toBeVisible();
  await expectFit(page, 'ID Document');
});

test('operations keep to every window and give room to a finger', async ({ page, baseURL, open }) => {
  await open(page, await operatorOf(baseURL ?? ''), '/operations');
  await expect(page.getByRole('region', { name: 'Users' }).getByRole('table')).toBeVisible();
  await expectFit(page, 'operations');
});

async function expectAllFit(page: Page, screens: readonly Screen[]) {
  for (const { name, path, ready } of screens) {
    await test.step(name, async () => {
      await page.goto(path);
      await ready(page);
      await expectFit(page, name);
    });
  }
}

async function expectFit(page: Page, where: string) {
  expect.soft(await smallTargets(page, finger), `${where}: too small for a finger`).toEqual([]);
  await page.emulateMedia({ forcedColors: 'active' });
  expect.soft(await lostInForcedColors(page), `${where}, in forced colours`).toEqual([]);
  await page.emulateMedia({ forcedColors: 'none' });
  for (const size of [phone, ...sizes]) {
    await page.setViewportSize(size);
    const form = `${where} at ${size.width} × ${size.height}`;
    expect.soft(await overflowOf(page), `${form} scrolls sideways`).toBeLessThanOrEqual(0);
    expect.soft(await areDialogsInWindow(page), `${form}: the dialog is within the window`).toBe(true);
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
