import { fillPersonal, go } from './kyc-wizard.ts';
import { expectReadable, readWith, usual } from './letters.ts';
import { memberScreens, memberWithAll } from './member-screens.ts';
import { operatorOf } from './operator.ts';
import { expect, test } from './product.ts';
import type { Screen } from './screen-list.ts';
import { newcomerScreens, publicScreens } from './visitor-screens.ts';
import type { Page } from '@playwright/test';

// Letters twice as large, and a window of 320 px: nothing is cut, nothing lies over something else, nothing scrolls
// sideways but tables and charts in their own box, and the bars leave the window to the page (WCAG 1.4.4, 1.4.10).
test.describe.configure({ timeout: 600_000 });

// The browser keeps them for the pages of other tests.
test.afterEach(({ page }) => readWith(page, usual));

async function expectAllReadable(page: Page, screens: readonly Screen[]) {
  for (const { name, path, ready } of screens)
    await test.step(name, async () => {
      await page.goto(path);
      await ready(page);
      await expectReadable(page, name);
      await readWith(page, usual);
    });
}

test('screens for visitors can be read with large letters and in a narrow window', async ({ page }) => {
  await expectAllReadable(page, publicScreens);
});

for (const [group, screens] of Object.entries(memberScreens))
  test(`${group} can be read with large letters and in a narrow window`, async ({ page, newMember, open }) => {
    await open(page, await memberWithAll(newMember));
    await expect(page.getByText('Bought Bitcoin').first()).toBeVisible();
    await expectAllReadable(page, screens);
  });

test('the screens of a newcomer can be read with large letters and in a narrow window', async ({
  page,
  newMember,
  open,
}) => {
  await open(page, await newMember(), '/kyc');
  await go(page, 'Continue');
  await expect(page.getByText('Please enter your last name.')).toBeVisible();
  await expectReadable(page, 'Personal Info');
  await readWith(page, usual);
  await fillPersonal(page, 'Lind');
  await go(page, 'Continue');
  await expect(page.getByLabel('ID number')).toBeVisible();
  await expectReadable(page, 'ID Document');
  await readWith(page, usual);
  await expectAllReadable(page, newcomerScreens);
});

test('operations can be read with large letters and in a narrow window', async ({ page, baseURL, open }) => {
  await open(page, await operatorOf(baseURL ?? ''), '/operations');
  await expect(page.getByRole('region', { name: 'Users' }).getByRole('table')).toBeVisible();
  await expectReadable(page, 'operations');
});
