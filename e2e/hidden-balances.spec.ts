import type { Page } from '@playwright/test';
import { memberWithAll } from './member-screens.ts';
import { expect, test } from './product.ts';

// Hidden amounts must be nowhere in the page: not as text, accessible name, tooltip, attribute or document title.
// Others' requests and typed amounts are not balances.

/** Returns everything in the page that looks like an amount of the member, or indicates its size. */
const amountsIn = (page: Page): Promise<string[]> => page.evaluate(findAmounts);

/** Runs in the page. Leaves out others' requests and the converter's typed amount. */
function findAmounts(): string[] {
  const amount = /.{0,12}(?:[$€£]\s?[\d,]+\.\d{2}|\d\.\d{8}|\bActive\b|\bLow\b).{0,12}/g;
  const page = document.body.cloneNode(true);
  if (!(page instanceof Element)) return ['there is no page'];
  page
    .querySelectorAll('script, style, .payment-request_request, [aria-labelledby=requests]')
    .forEach((each) => each.remove());
  const attributes = [...page.querySelectorAll('*')].flatMap((element) =>
    [...element.attributes].filter(({ name }) => name !== 'style' && name !== 'd').map(({ value }) => value),
  );
  // A figure is split into elements: sign, integer and cents.
  return [document.title, page.textContent ?? '', ...attributes].flatMap((text) => text.match(amount) ?? []);
}

test('hidden balances leave no amount on the dashboard', async ({ page, newMember, open }) => {
  await page.setViewportSize({ width: 390, height: 900 });
  await open(page, await memberWithAll(newMember));

  for (const width of [390, 1280])
    // Rules: dashboard-2
    await test.step(`hides every amount at a width of ${width} px`, async () => {
      await page.setViewportSize({ width, height: 900 });
      await expect(page.getByText('Bought Bitcoin').first()).toBeVisible();
      expect((await amountsIn(page)).length).toBeGreaterThan(10);
      await page.getByRole('button', { name: 'Hide balance' }).click();
      await expect(page.getByText('Your balance chart is hidden.')).toBeVisible();
      await expect(page.getByRole('list', { name: 'Allocation' })).toHaveCount(0);
      expect(await amountsIn(page)).toEqual([]);
      await page.reload();
      await expect(page.getByText('Bought Bitcoin').first()).toBeVisible();
      await expect(page.getByRole('article', { name: 'Euro' })).toContainText('Hidden');
      expect(await amountsIn(page)).toEqual([]);
      await page.getByRole('button', { name: 'Show balance' }).click();
    });
});
