import type { Page } from '@playwright/test';
import { expectBackCloses } from './back.ts';
import { showFew } from './few-of-many.ts';
import { goOn } from './go-on.ts';
import { expect, test } from './product.ts';
import { memberScreens, memberWithAll } from './member-screens.ts';
import { expectSaidOnce } from './said-once.ts';
import type { Screen } from './screen-list.ts';
import { expectUsable } from './usable.ts';
import { goAsVisitor, newcomerScreens, publicScreens } from './visitor-screens.ts';

// There is much to look at, and a busy machine takes its time.
test.describe.configure({ timeout: 600_000 });

test('the screens for visitors can be used by everybody', async ({ page }) => {
  await expectAllUsable(page, publicScreens, goAsVisitor);
});

for (const [what, screens] of Object.entries(memberScreens))
  test(`the ${what} can be used by everybody`, async ({ page, newMember, open }) => {
    await open(page, await memberWithAll(newMember));
    await expect(page.getByText('Bought Bitcoin').first()).toBeVisible();
    const closed = await expectAllUsable(page, screens);
    // Nothing lies over the screens for trading.
    if (what !== 'screens for trading') expect(closed, 'dialogs that Back closed').toBeGreaterThan(0);
  });

test('the empty screens can be used by everybody', async ({ page, newMember, open }) => {
  await open(page, await newMember());
  await expect(page.getByText('No transactions yet')).toBeVisible();
  await expectAllUsable(page, newcomerScreens);
});

/** How many dialogs Back closed. Where it has just closed one, the next may open over the same screen. */
async function expectAllUsable(page: Page, screens: readonly Screen[], goTo = goOn): Promise<number> {
  let closed = 0;
  let left: string | undefined;
  for (const { name, path, ready } of screens) {
    await test.step(name, async () => {
      if (left !== path) await goTo(page, path);
      await ready(page);
      await showFew(page);
      await expectSaidOnce(page, name);
      await expectUsable(page, name);
      const isClosed = await expectBackCloses(page, name);
      if (isClosed) closed++;
      left = isClosed ? path : undefined;
    });
  }
  return closed;
}
