import type { Page } from '@playwright/test';
import { expectBackCloses } from './back.ts';
import { openBusiness } from './business-people.ts';
import { businessScreens } from './business-screens.ts';
import { showFew } from './few-of-many.ts';
import { navigate } from './navigate.ts';
import { expect, test } from './product.ts';
import { memberScreens, memberWithAll } from './member-screens.ts';
import { expectNoDuplicateErrors } from './duplicate-errors.ts';
import type { Screen } from './screen-list.ts';
import { expectUsable } from './usable.ts';
import { goAsVisitor, newcomerScreens, publicScreens } from './visitor-screens.ts';

// There are many screens to check, and the machine may be busy.
test.describe.configure({ timeout: 600_000 });

test('the visitor screens are accessible and fit every window', async ({ page }) => {
  await expectAllUsable(page, publicScreens, goAsVisitor);
});

for (const [what, screens] of Object.entries(memberScreens))
  test(`the ${what} are accessible and fit every window`, async ({ page, newMember, open }) => {
    await open(page, await memberWithAll(newMember));
    await expect(page.getByText('Bought Bitcoin').first()).toBeVisible();
    const closed = await expectAllUsable(page, screens);
    // The trading screens have no dialogs.
    if (what !== 'screens for trading') expect(closed, 'dialogs that Back closed').toBeGreaterThan(0);
  });

test('the screens of a business are accessible and fit every window', async ({ page, baseURL, newMember, open }) => {
  const owner = await newMember({ name: 'Ines Almeida', confirmed: true });
  await open(page, owner);
  const handle = await openBusiness(page, baseURL ?? '', owner, 'Acme Bakery');
  await expectAllUsable(page, businessScreens, (shown, path) => shown.goto(`/b/${handle}${path}`));
});

test('the empty screens are accessible and fit every window', async ({ page, newMember, open }) => {
  await open(page, await newMember());
  await expect(page.getByText('No transactions yet')).toBeVisible();
  await expectAllUsable(page, newcomerScreens);
});

type GoTo = (page: Page, path: string) => Promise<unknown>;

/**
 * Returns the number of dialogs that Back closed. After Back has closed a dialog, the next dialog may open on the same
 * screen.
 */
async function expectAllUsable(page: Page, screens: readonly Screen[], goTo: GoTo = navigate): Promise<number> {
  let closed = 0;
  let left: string | undefined;
  for (const { name, path, leadsTo, ready } of screens) {
    await test.step(name, async () => {
      if (left !== path) await goTo(page, path);
      await ready(page);
      await showFew(page);
      await expectNoDuplicateErrors(page, name);
      await expectUsable(page, name);
      const isClosed = await expectBackCloses(page, name);
      if (isClosed) closed++;
      left = isClosed && leadsTo === undefined ? path : undefined;
    });
  }
  return closed;
}
