import type { Page } from '@playwright/test';
import { expectAccessible } from './accessible.ts';
import { expectFit } from './fit.ts';
import { expect, test } from './product.ts';
import { memberScreens, memberWithAll } from './member-screens.ts';
import type { Screen } from './screen-list.ts';
import { newcomerScreens, publicScreens } from './visitor-screens.ts';

// There is much to look at, and a busy machine takes its time.
test.describe.configure({ timeout: 600_000 });

const phone = 390;

// The phone's width stands for a smaller one, too.
for (const width of [phone, 1280]) {
  test.describe(`${width} px wide`, () => {
    test.use({ viewport: { width, height: 900 } });

    test('the screens for visitors can be used by everybody', async ({ page }) => {
      await expectAllAccessible(page, publicScreens);
    });

    for (const [what, screens] of Object.entries(memberScreens))
      test(`the ${what} can be used by everybody`, async ({ page, newMember, open }) => {
        // Many screens in one test, and axe goes through every row of the coins.
        test.slow();
        await open(page, await memberWithAll(newMember));
        await expect(page.getByText('Bought Bitcoin').first()).toBeVisible();
        await expectAllAccessible(page, screens);
      });

    test('the empty screens can be used by everybody', async ({ page, newMember, open }) => {
      await open(page, await newMember());
      await expect(page.getByText('No transactions yet')).toBeVisible();
      await expectAllAccessible(page, newcomerScreens);
    });
  });
}

async function expectAllAccessible(page: Page, screens: readonly Screen[]) {
  for (const { name, path, ready } of screens) {
    await test.step(name, async () => {
      await page.goto(path);
      await ready(page);
      await expectAccessible(page, name);
      if (page.viewportSize()?.width === phone) await expectFit(page, name);
    });
  }
}
